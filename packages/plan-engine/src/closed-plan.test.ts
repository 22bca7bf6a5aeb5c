import { NOW, next, planOf, refusal, run, submit } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { endedInWords } from "./closed-plan.ts";
import { decide } from "./decide.ts";

const cancelled = (reason: string) =>
  run(planOf(1), [{ type: "cancel_plan", by: "person", reason }]);

describe("how a plan ended, in words", () => {
  it("R37 is what the person said, as a sentence in one line", () => {
    expect(endedInWords(cancelled("No longer\n needed"))).toBe(
      "A person cancelled this plan: No longer needed.",
    );
    expect(endedInWords(cancelled("Enough!"))).toBe("A person cancelled this plan: Enough!");
  });

  it("R37 has up to 300 characters of what the person said", () => {
    const prefix = "A person cancelled this plan: ";
    expect(endedInWords(cancelled("x".repeat(300)))).toBe(`${prefix}${"x".repeat(300)}.`);
    expect(endedInWords(cancelled("x".repeat(301)))).toBe(`${prefix}${"x".repeat(300)}…`);
  });

  it("R37 says of a plan that nobody cancelled only its status", () => {
    const completed = run(planOf(1), [next(), submit("step-1")]);
    expect(endedInWords(completed)).toBe("This plan is completed.");
    const cancel = { type: "cancel_plan", by: "person", reason: "Enough." } as const;
    expect(refusal(() => decide(completed, cancel, NOW)).message).toMatch(
      /^This plan is completed\. Closed plans stay as they are\./,
    );
  });
});
