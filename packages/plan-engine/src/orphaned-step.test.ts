import { after, NOW, next, planOf, run } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { findOrphanedStep } from "./orphaned-step.ts";

const HOLDER = { userId: "user-1", sessionId: "session-1" };

describe("the step of a holder that is gone", () => {
  it("R34 is the one that the same session held, or of which nothing was heard for two minutes", () => {
    const plan = run(planOf(3), [next(HOLDER)]);
    expect(findOrphanedStep(plan, HOLDER, NOW)?.id).toBe("step-1");
    expect(findOrphanedStep(plan, { ...HOLDER, sessionId: "other" }, after(1))).toBeUndefined();
    expect(findOrphanedStep(plan, { ...HOLDER, sessionId: "other" }, after(3))?.id).toBe("step-1");
  });

  it("R34 counts as silent after two minutes, not at two minutes", () => {
    const plan = run(planOf(3), [next(HOLDER)]);
    const justLater = new Date(after(2).getTime() + 1);
    expect(findOrphanedStep(plan, {}, after(2))).toBeUndefined();
    expect(findOrphanedStep(plan, {}, justLater)?.id).toBe("step-1");
  });

  it("R34 is the first one of several", () => {
    const plan = run(planOf(3), [next(HOLDER), next({ ...HOLDER, agent: "ada" })]);
    expect(findOrphanedStep(plan, HOLDER, after(3))?.id).toBe("step-1");
  });

  it("R21 is in a closing plan only one that may still be handed out", () => {
    const budget = { attempts: 2, reserve: 0.5 };
    const closing = run(planOf(3, { budget }), [next(HOLDER)]);
    expect(closing.phase).toBe("closing");
    expect(findOrphanedStep(closing, HOLDER, after(9))).toBeUndefined();
    const handedOut = run(closing, [next()], after(9));
    expect(findOrphanedStep(handedOut, HOLDER, after(20))?.id).toBe("step-3");
  });
});
