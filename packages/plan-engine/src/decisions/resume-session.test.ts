import { after, next, planOf, run } from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import { PLAN_STATUSES } from "../plan.ts";

const running = run(planOf(3), [next(), next()]);

describe("resuming in another session", () => {
  const resume = (isKnown: boolean) =>
    ({ type: "resume_session", sessionId: "session-2", isKnown }) as const;

  it("is recorded once for a session that is new to the plan", () => {
    expect(decide(running, resume(false), after(1))).toEqual([
      { type: "session_resumed", sessionId: "session-2", at: after(1) },
    ]);
    expect(decide(running, resume(true), after(1))).toEqual([]);
  });

  it("R1 changes nothing about the plan but its version and time, whatever its status", () => {
    for (const status of PLAN_STATUSES) {
      const plan = { ...running, status };
      expect(run(plan, [resume(false)], after(1))).toEqual({
        ...plan,
        version: plan.version + 1,
        updatedAt: after(1),
      });
    }
  });
});
