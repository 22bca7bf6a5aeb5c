import { expect, it } from "vitest";
import { runProof } from "./support/run-proof.ts";

// `npm run proof -- evidence-gate` runs the same assistants on more plans, with every trick.

it("marks what assistants do not repair, and calls no document final that states what is false", async () => {
  const { output, status } = await runProof("evidence-gate", "10", "0.5");
  expect(output).toMatch(/ plans, 0 without a document, .*; 0 false statements in final documents/);
  expect(status, output).toBe(0);
});
