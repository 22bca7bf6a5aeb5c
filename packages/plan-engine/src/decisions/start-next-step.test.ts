import {
  after,
  codeOf,
  decision,
  eventOf,
  eventTypes,
  modify,
  NOW,
  next,
  planOf,
  review,
  run,
  step,
  stepOf,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import type { Plan } from "../plan.ts";
import { chooseNextStep } from "./start-next-step.ts";

const LEASE_MINUTES = 10;
const SHORT = { stallThresholdMs: LEASE_MINUTES * 60_000 };
const ADA = { userId: "user-1", sessionId: "session-1", agent: "ada" };

describe("asking for the next step", () => {
  it("R2 starts the first pending step and the plan with it", () => {
    const events = decide(planOf(2), next({ ...ADA, client: "Claude", newLeaseToken: "t" }), NOW);
    expect(events).toEqual([
      {
        type: "step_started",
        stepId: "step-1",
        attempt: 1,
        reason: "next",
        lease: {
          token: "t",
          holder: "ada",
          userId: "user-1",
          sessionId: "session-1",
          client: "Claude",
          expiresAt: after(30),
        },
        at: NOW,
      },
      {
        type: "plan_status_changed",
        from: "planning",
        moves: ["executing"],
        reason: null,
        at: NOW,
      },
    ]);
    expect(stepOf(run(planOf(2), [next()]), "step-1")).toMatchObject({
      status: "in_progress",
      startedAt: NOW,
      lastActivityAt: NOW,
      updatedAt: NOW,
    });
  });

  it("R1 says nothing about the plan's status when it stays the same", () => {
    const plan = run(planOf(2), [next()]);
    expect(eventTypes(decide(plan, next(), NOW))).toEqual(["step_started"]);
  });

  it("R6 gives two callers two steps, never one attempt twice", () => {
    const plan = run(planOf(2), [next({ agent: "ada" }), next({ agent: "bob" })]);
    expect(plan.steps.map((candidate) => candidate.leaseHolder)).toEqual(["ada", "bob"]);
    expect(run(planOf(2), [next(), next()]).steps.map((s) => s.status)).toEqual([
      "in_progress",
      "in_progress",
    ]);
  });

  it("R6 (2) gives a holder the step it has, same attempt and token, so a re-sent call is harmless", () => {
    const plan = run(planOf(2), [next({ ...ADA, newLeaseToken: "first" })]);
    expect(decide(plan, next(ADA), after(1))).toEqual([]);
    expect(chosen(plan, ADA)).toEqual(["step-1", "held"]);
    expect(stepOf(plan, "step-1")).toMatchObject({ attempt: 1, leaseToken: "first" });
  });

  it("R6 (2) holds after the lease expired, as long as no other caller has the step", () => {
    const plan = run(planOf(2, SHORT), [next(ADA)]);
    expect(chosen(plan, ADA, after(60))).toEqual(["step-1", "held"]);
  });

  it("R6 (3) gives the first pending step whose dependencies are settled", () => {
    const plan = run(planOf([step(), step([1]), step()]), [next()]);
    expect(chosen(plan)).toEqual(["step-3", "next"]);
    expect(chosen(run(plan, [submit("step-1")]))).toEqual(["step-2", "next"]);
  });

  it("R12 a failed or skipped dependency is settled", () => {
    const plan = planOf([step(), step([1])]);
    expect(chosen(run(plan, [modify({ action: "fail_step", stepId: "step-1" })]))).toEqual([
      "step-2",
      "next",
    ]);
    const skipped = run(plan, [next(), review("step-1"), decision("skip")]);
    expect(chosen(skipped)).toEqual(["step-2", "next"]);
  });

  it("R12 a retried dependency blocks pending dependents again", () => {
    const plan = run(planOf([step(), step([1])]), [
      modify({ action: "fail_step", stepId: "step-1" }),
      modify({ action: "retry_step", stepId: "step-1" }),
    ]);
    expect(chosen(plan)).toEqual(["step-1", "next"]);
    expect(chooseNextStep(run(plan, [next()]), {}, NOW)).toMatchObject({ blockedCount: 1 });
  });

  it("R6 (4) hands an abandoned step out again when nothing is pending: next attempt, new token", () => {
    const plan = run(planOf(1, SHORT), [next({ newLeaseToken: "old" })]);
    expect(chooseNextStep(plan, {}, after(LEASE_MINUTES - 1)).status).toBe("no_pending_steps");
    const events = decide(plan, next({ newLeaseToken: "new", agent: "bob" }), after(LEASE_MINUTES));
    expect(eventOf(events, "step_started")).toMatchObject({
      attempt: 2,
      reason: "reissued",
      lease: { token: "new", holder: "bob", expiresAt: after(2 * LEASE_MINUTES) },
    });
  });

  it("R6 pending steps come before abandoned ones, unless the caller reclaims", () => {
    const plan = run(planOf(2, SHORT), [next()]);
    expect(chosen(plan, {}, after(60))).toEqual(["step-2", "next"]);
    expect(chosen(plan, { reclaim: true }, after(60))).toEqual(["step-1", "reissued"]);
    expect(chosen(plan, { reclaim: true }, after(1))).toEqual(["step-2", "next"]);
    expect(chosen(plan, { reclaim: false }, after(60))).toEqual(["step-2", "next"]);
  });

  it("R6 (1) a step sent back by a review comes first, even before one the caller holds", () => {
    const sentBack = run(planOf(3), [
      next(ADA),
      next({ agent: "bob" }),
      review("step-2"),
      decision("modify"),
    ]);
    expect(chosen(sentBack, ADA)).toEqual(["step-2", "sent_back"]);
    const again = run(sentBack, [next({ ...ADA, newLeaseToken: "again" })]);
    expect(stepOf(again, "step-2")).toMatchObject({
      attempt: 2,
      leaseToken: "again",
      leaseHolder: "ada",
    });
    expect(chosen(again)).toEqual(["step-3", "next"]);
  });

  it("R6 takeOverStepId hands a step in progress out at once", () => {
    const plan = run(planOf(2), [next({ agent: "ada" })]);
    const events = decide(plan, next({ agent: "bob", takeOverStepId: "step-1" }), NOW);
    expect(eventOf(events, "step_started")).toMatchObject({
      stepId: "step-1",
      attempt: 2,
      reason: "taken_over",
    });
  });

  it("R6 takeOverStepId refuses a step that is unknown, pending or settled", () => {
    const plan = run(planOf(3), [next(), submit("step-1"), next()]);
    const takeOver = (stepId: string) => () => decide(plan, next({ takeOverStepId: stepId }), NOW);
    expect(codeOf(takeOver("step-9"))).toBe("NOT_FOUND");
    expect(codeOf(takeOver("step-3"))).toBe("INVALID_INPUT");
    expect(codeOf(takeOver("step-1"))).toBe("STEP_SETTLED");
  });

  it("R1 leaves stalled by handing a step out", () => {
    const stalled = run(run(planOf(2), [next(ADA)]), [{ type: "detect_stall" }], after(31));
    expect(stalled.status).toBe("stalled");
    expect(run(stalled, [next()], after(32)).status).toBe("executing");
    expect(eventTypes(decide(stalled, next(ADA), after(32)))).toEqual(["plan_status_changed"]);
  });

  it("R1 stays stalled when there is nothing to hand out", () => {
    const plan = run(planOf(1, SHORT), [next()]);
    const stalled = { ...plan, status: "stalled" } as const;
    expect(decide(stalled, next(), after(1))).toEqual([]);
  });

  it("answers with the plan's end, its failure and its review, and starts nothing", () => {
    const done = run(planOf(1), [next(), submit("step-1")]);
    expect(chooseNextStep(done, {}, NOW)).toEqual({ status: "plan_complete" });
    expect(decide(done, next(), NOW)).toEqual([]);

    const waiting = run(planOf(2), [next(), review("step-1")]);
    expect(chooseNextStep(waiting, {}, NOW)).toEqual({
      status: "awaiting_review",
      stepIds: ["step-1"],
    });
    expect(decide(waiting, next(), NOW)).toEqual([]);

    const failed = run(waiting, [decision("reject", { feedback: "Wrong." })]);
    expect(chooseNextStep(failed, {}, NOW)).toEqual({
      status: "plan_failed",
      reason: "Rejected in review: Wrong.",
    });
    expect(decide(failed, next(), NOW)).toEqual([]);
  });

  it("counts what is in progress, failed and blocked when nothing can be handed out", () => {
    const plan = run(planOf([step(), step([1]), step([1]), step()]), [
      next(),
      modify({ action: "fail_step", stepId: "step-4" }),
    ]);
    expect(chooseNextStep(plan, {}, NOW)).toEqual({
      status: "no_pending_steps",
      inProgressCount: 1,
      failedCount: 1,
      blockedCount: 2,
    });
  });
});

function chosen(plan: Plan, query = {}, now = NOW): [string, string] | string {
  const answer = chooseNextStep(plan, query, now);
  return answer.status === "step_ready" ? [answer.step.id, answer.reason] : answer.status;
}
