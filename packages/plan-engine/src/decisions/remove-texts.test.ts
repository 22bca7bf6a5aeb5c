import { after, codeOf, next, planOf, run, submit } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { applyEvent, applyEvents } from "../apply-event.ts";
import { removeTexts } from "./remove-texts.ts";

const LEFT = [{ seq: 3, digest: "0".repeat(64) }] as const;
const completed = run(planOf(1), [next(), submit("step-1")]);

describe("removing texts from the log", () => {
  it("R40 is an event that changes nothing of the plan but its version", () => {
    const events = removeTexts(completed, LEFT, after(9));
    expect(events).toEqual([{ type: "texts_removed", left: LEFT, at: after(9) }]);
    expect(applyEvents(completed, events)).toEqual({
      ...completed,
      version: completed.version + 1,
    });
  });

  it("R40 is for plans that have ended, cancelled ones included", () => {
    expect(codeOf(() => removeTexts(planOf(1), LEFT, after(1)))).toBe("INVALID_TRANSITION");
    const cancelled = run(planOf(1), [{ type: "cancel_plan", by: "person", reason: "Enough." }]);
    expect(removeTexts(cancelled, LEFT, after(1))).toHaveLength(1);
  });

  it("R40 leaves a plan alone while a review is open", () => {
    const ended = run(planOf(2), [next(), submit("step-1"), next(), submit("step-2")]);
    const [step, ...others] = ended.steps;
    if (!step) throw new Error("The plan has no step.");
    const waiting = {
      ...ended,
      steps: [{ ...step, status: "awaiting_input" as const }, ...others],
    };
    expect(codeOf(() => removeTexts(waiting, LEFT, after(1)))).toBe("INVALID_TRANSITION");
  });

  it("R40 does not replay in a plan that is open", () => {
    const forged = { type: "texts_removed", left: LEFT, at: after(1) } as const;
    expect(() => applyEvent(planOf(1), forged)).toThrow(/does not fit the plan. The plan is open/);
  });
});
