import { expect, it } from "vitest";
import { asciiPages, missingWords } from "./pages.ts";

it("notices what a client cut out of a page, and forgives words at its edges", () => {
  const texts = ["s1", "s2", "s3", "s4"].map(textOfStep);
  const whole = texts.join(" ");
  expect(missingWords("w", [whole])).toBe(0);
  expect(missingWords("w", [whole.slice(0, 20_003), whole.slice(20_003)])).toBe(0);
  expect(missingWords("w", [whole.slice(0, 20_000), whole.slice(21_000)])).toBeGreaterThan(50);
});

function textOfStep(stepId: string): string {
  const told = (tool: string, reply: object) => ({
    tool,
    input: {},
    reply: JSON.stringify(reply),
    isError: false,
  });
  const plan = told("create_research_plan", { planId: "p-1" });
  const step = { status: "step_ready", step: { stepId }, lease: { token: "lease" } };
  const move = asciiPages([plan, told("get_next_step", step)], { label: "x" });
  return "input" in move ? JSON.stringify(move.input.result) : "";
}
