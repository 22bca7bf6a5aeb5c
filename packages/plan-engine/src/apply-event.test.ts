import {
  after,
  codeOf,
  creation,
  decision,
  modify,
  NOW,
  next,
  planOf,
  review,
  run,
  step,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { applyEvent, applyEvents } from "./apply-event.ts";
import { decide } from "./decide.ts";
import { stepHandle } from "./plan.ts";
import type { PlanEvent } from "./plan-event.ts";

const created = decide(null, creation(2), NOW)[0] as PlanEvent;
const startedEvent: PlanEvent = {
  type: "step_started",
  stepId: "step-1",
  attempt: 1,
  reason: "next",
  lease: { token: "t", holder: null, userId: null, sessionId: null, client: null, expiresAt: NOW },
  at: NOW,
};

describe("applying events", () => {
  it("shares what an event does not touch", () => {
    const plan = planOf(2);
    const started = run(plan, [next()]);
    expect(started.steps[1]).toBe(plan.steps[1]);
    expect(started.steps[0]).not.toBe(plan.steps[0]);
    const added = run(plan, [
      modify({ action: "add_steps", steps: [step()], insertAfterOrder: 1 }),
    ]);
    expect(added.steps[0]).toBe(plan.steps[0]);
  });

  it("raises the version by one per command, however many events it has", () => {
    const events = decide(planOf(1), submit("step-1"), NOW);
    expect(events).toHaveLength(3);
    expect(applyEvents(planOf(1), events).version).toBe(2);
    expect(applyEvents(planOf(1), []).version).toBe(1);
    expect(applyEvent(null, created).version).toBe(0);
  });

  it("numbers steps as they are created and gives no number twice", () => {
    const plan = run(planOf(3), [
      modify({ action: "remove_step", stepId: "step-3" }),
      modify({ action: "add_steps", steps: [step(), step()], insertAfterOrder: 1 }),
      modify({ action: "remove_step", stepId: "new-step-1" }),
      next(),
      modify({ action: "fail_step", stepId: "step-1" }),
      modify({ action: "retry_step", stepId: "step-1" }),
    ]);
    expect(plan.steps.map(({ order, number }) => [order, number])).toEqual([
      [1, 1],
      [2, 5],
      [3, 2],
    ]);
    expect(plan.stepsCreated).toBe(5);
    expect(plan.steps.map(stepHandle)).toEqual(["s1", "s5", "s2"]);
  });

  it("refuses an event that does not fit the plan", () => {
    expect(codeOf(() => applyEvent(null, startedEvent))).toBe("INTERNAL");
    expect(codeOf(() => applyEvent(planOf(1), { ...startedEvent, stepId: "x" }))).toBe("INTERNAL");
    const done = run(planOf(1), [submit("step-1")]);
    expect(codeOf(() => applyEvent(done, startedEvent))).toBe("INVALID_TRANSITION");
  });

  it("keeps the moment at which a plan ended, whatever happens to it later", () => {
    const completed = run(planOf(1), [submit("step-1")]);
    const failed = run(planOf(1), [next(), review("step-1"), decision("reject")]);
    for (const ended of [completed, failed]) {
      expect(ended.closedAt).toEqual(NOW);
      const read = run(
        ended,
        [{ type: "resume_session", sessionId: "s", isKnown: false }],
        after(60),
      );
      const late = run(read, [submit("step-1", { leaseToken: "old" })], after(90));
      expect(late).toMatchObject({ updatedAt: after(90), closedAt: NOW });
    }
    expect(run(planOf(1), [next()]).closedAt).toBeNull();
  });
});
