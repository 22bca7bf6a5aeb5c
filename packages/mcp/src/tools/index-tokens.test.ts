import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { INSTRUCTIONS } from "../instructions.ts";
import { TOOLS } from "./index.ts";

/** What clients send to the model with every conversation. */
const BUDGET = 3_200;

it(`all tools and the instructions cost a model at most ${BUDGET} tokens`, () => {
  const rows = TOOLS.map(({ listing: { name, description, inputSchema } }) => ({
    name,
    tokens: countTokens(JSON.stringify({ name, description, inputSchema })),
  }));
  rows.push({ name: "instructions", tokens: countTokens(INSTRUCTIONS) });
  const total = rows.reduce((sum, { tokens }) => sum + tokens, 0);
  const table = rows.map(({ name, tokens }) => `${String(tokens).padStart(6)}  ${name}`);
  process.stdout.write(`${table.join("\n")}\n${String(total).padStart(6)}  of ${BUDGET}\n`);
  expect(total).toBeLessThanOrEqual(BUDGET);
});
