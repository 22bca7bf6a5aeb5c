import { TOOLS } from "@trovella/mcp";
import {
  MODIFICATION_ACTIONS,
  MODIFICATIONS,
  type ModificationAction,
} from "@trovella/plan-engine";
import { z } from "zod";
import { type Filling, freeTexts, type Schema } from "./free-text.ts";

type Input = Readonly<Record<string, unknown>>;

/** The input given, and this text in every other field of the tool that takes any text. */
export function withTexts(tool: string, filling: Filling, given: Input = {}): Input {
  const all = freeTexts(inputSchema(tool), filling);
  // The edits of an output stand in place of its content.
  const { [given.outputId === undefined ? "edits" : "content"]: _, ...others } = all;
  const texts = tool === "store_research_output" ? others : all;
  if (tool !== "modify_plan") return { ...texts, ...given };
  // Fields of other actions would be refused.
  const { required, optional } = MODIFICATIONS[given.action as ModificationAction];
  const foreign = Object.values(MODIFICATIONS)
    .flatMap((one): string[] => [...one.required, ...one.optional])
    .filter((name) => ![...required, ...optional].some((own) => own === name));
  const own = Object.entries(texts).filter(([name]) => !foreign.includes(name));
  return { ...Object.fromEntries(own), ...given };
}

/** The actions of modify_plan that need nothing but texts. */
export function textActions(): ModificationAction[] {
  const texts = freeTexts(inputSchema("modify_plan"), "x");
  return MODIFICATION_ACTIONS.filter((action) =>
    MODIFICATIONS[action].required.every((name) => name in texts),
  );
}

/** The whole schema of a tool's input, of which `tools/list` shows clients only a part. */
export function inputSchema(tool: string): Schema {
  const found = TOOLS.find(({ name }) => name === tool);
  if (!found) throw new Error(`There is no tool ${tool}.`);
  const schema = z.toJSONSchema(found.input, {
    io: "input",
    // zod adds these to every integer.
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return schema as Schema;
}
