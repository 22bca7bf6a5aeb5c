import {
  after,
  decision,
  NOW,
  next,
  planOf,
  review,
  run,
  stepOf,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import type { Holder } from "./command.ts";
import { chooseNextStep } from "./decisions/start-next-step.ts";
import { isHeldBy, leaseProblem } from "./lease.ts";

const ADA: Holder = {
  userId: "user-1",
  sessionId: "session-1",
  agent: "researcher",
  client: "Claude",
};
const held = run(planOf(2), [next({ ...ADA, newLeaseToken: "current" })]);

describe("R34 a holder", () => {
  it("R34 is a user, a session and an agent", () => {
    expect(isHeldBy(stepOf(held, "step-1"), ADA)).toBe(true);
    expect(stepOf(held, "step-1")).toMatchObject({
      leaseUserId: "user-1",
      leaseSessionId: "session-1",
      leaseHolder: "researcher",
      leaseClient: "Claude",
    });
  });

  it.each<[string, Holder]>([
    ["another user", { ...ADA, userId: "user-2" }],
    ["another session", { ...ADA, sessionId: "session-2" }],
    ["another agent of the session", { ...ADA, agent: "critic" }],
    ["the session without an agent's name", { ...ADA, agent: undefined }],
    ["a caller without a user", { ...ADA, userId: undefined }],
    ["a caller without a session", { ...ADA, sessionId: undefined }],
  ])("R34 is not %s, who gets another step", (_, other) => {
    expect(isHeldBy(stepOf(held, "step-1"), other)).toBe(false);
    expect(chooseNextStep(held, other, NOW)).toMatchObject({
      reason: "next",
      step: { id: "step-2" },
    });
  });

  it("R34 may have changed the name of its program", () => {
    expect(isHeldBy(stepOf(held, "step-1"), { ...ADA, client: "Claude 2" })).toBe(true);
  });

  it("R34 without a session nobody gets a step back, not even the same caller", () => {
    const anonymous = { userId: "user-1", agent: "researcher" };
    const plan = run(planOf(2), [next(anonymous)]);
    expect(chooseNextStep(plan, anonymous, NOW)).toMatchObject({ step: { id: "step-2" } });
  });

  it("R34 without an agent's name the session alone is the holder", () => {
    const session = { userId: "user-1", sessionId: "session-1" };
    const plan = run(planOf(2), [next(session)]);
    expect(chooseNextStep(plan, session, NOW)).toMatchObject({ reason: "held" });
  });

  it("R34 is replaced by the one that takes the step over", () => {
    const other = { ...ADA, sessionId: "session-2" };
    const taken = run(held, [next({ ...other, takeOverStepId: "step-1", newLeaseToken: "new" })]);
    expect(isHeldBy(stepOf(taken, "step-1"), ADA)).toBe(false);
    expect(isHeldBy(stepOf(taken, "step-1"), other)).toBe(true);
    expect(stepOf(taken, "step-1")).toMatchObject({ attempt: 2, leaseToken: "new" });
  });

  it("R34 ends with the lease: nobody holds a step that was sent back or settled", () => {
    const sentBack = stepOf(run(held, [review("step-1"), decision("modify")]), "step-1");
    const skipped = stepOf(run(held, [review("step-1"), decision("skip")]), "step-1");
    for (const step of [sentBack, skipped]) {
      expect(isHeldBy(step, ADA)).toBe(false);
      expect(step).toMatchObject({
        leaseHolder: null,
        leaseUserId: null,
        leaseSessionId: null,
        leaseClient: null,
      });
    }
  });
});

describe("R7 a token that is not the step's", () => {
  const step = stepOf(held, "step-1");

  it("R7 none and the current one are no problem", () => {
    expect(leaseProblem(held, step, {})).toBeNull();
    expect(leaseProblem(held, step, { leaseToken: "current" })).toBeNull();
  });

  it("R7 names the agent and the program that hold the step", () => {
    const [code, message] = leaseProblem(held, step, { leaseToken: "invented" }) ?? [];
    expect(code).toBe("INVALID_LEASE");
    expect(message).toContain(`researcher in Claude holds until ${after(30).toISOString()}`);
    expect(message).not.toContain("current");
  });

  it("R7 names no holder where there is none", () => {
    const pending = stepOf(held, "step-2");
    const [, message = ""] = leaseProblem(held, pending, { leaseToken: "invented" }) ?? [];
    expect(message).toContain("never given for this step. Next:");
    const anonymous = run(planOf(1), [next()]);
    const [, other] =
      leaseProblem(anonymous, stepOf(anonymous, "step-1"), { leaseToken: "invented" }) ?? [];
    expect(other).toContain("another client holds until");
  });
});
