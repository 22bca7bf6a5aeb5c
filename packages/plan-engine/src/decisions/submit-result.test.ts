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
import type { SubmitResult } from "../command.ts";
import { decide } from "../decide.ts";
import type { Plan } from "../plan.ts";
import { refusalOf } from "./submit-result.ts";

const started = run(planOf(2), [next({ newLeaseToken: "current", agent: "ada" })]);

describe("handing in a result", () => {
  it("completes the step and keeps everything but the large texts, known by their digests", () => {
    const command = submit("step-1", {
      leaseToken: "current",
      resultSummary: "Three sources.",
      confidence: 0.9,
      outputFormattingNotes: "As a table.",
    });
    const plan = run(started, [command], after(5));
    expect(stepOf(plan, "step-1")).toMatchObject({
      status: "completed",
      resultDigest: "digest-of-result",
      reportDigest: "digest-of-report",
      resultSummary: "Three sources.",
      confidence: 0.9,
      outputFormattingNotes: "As a table.",
      completedAt: after(5),
      startedAt: NOW,
      updatedAt: after(5),
      leaseToken: "current",
      leaseHolder: null,
      leaseExpiresAt: null,
    });
    expect(plan.status).toBe("executing");
    expect(JSON.stringify(decide(started, command, NOW))).not.toContain("found");
  });

  it("completes the plan with its last step", () => {
    const plan = run(planOf(1), [next(), submit("step-1")], after(3));
    expect(plan).toMatchObject({ status: "completed", completedAt: after(3), version: 3 });
  });

  it("R7 accepts a pending step and starts it first, so that early work is not lost", () => {
    const events = decide(planOf(2), submit("step-2"), NOW);
    expect(eventTypes(events)).toEqual(["step_started", "step_completed", "plan_status_changed"]);
    expect(eventOf(events, "step_started")).toMatchObject({
      reason: "auto_advanced",
      attempt: 1,
      lease: null,
    });
    expect(stepOf(run(planOf(2), [submit("step-2")]), "step-2")).toMatchObject({
      leaseToken: null,
      startedAt: NOW,
    });
  });

  it("R1 goes from planning over executing to completed when one result ends the plan", () => {
    const events = decide(planOf(1), submit("step-1"), NOW);
    expect(eventOf(events, "plan_status_changed")).toMatchObject({
      from: "planning",
      moves: ["executing", "completed"],
    });
  });

  it("R1 leaves stalled, over executing where the plan is done", () => {
    const stalled = run(run(planOf(1), [next()]), [{ type: "detect_stall" }], after(31));
    const events = decide(stalled, submit("step-1"), after(40));
    expect(eventOf(events, "plan_status_changed").moves).toEqual(["executing", "completed"]);
    const longer = run(run(planOf(2), [next()]), [{ type: "detect_stall" }], after(31));
    expect(
      eventOf(decide(longer, submit("step-1"), after(40)), "plan_status_changed").moves,
    ).toEqual(["executing"]);
  });

  it("R7 accepts without a token from anyone, and with the current token even when it expired", () => {
    expect(run(started, [submit("step-1")]).steps[0]?.status).toBe("completed");
    const late = run(started, [submit("step-1", { leaseToken: "current" })], after(600));
    expect(late.steps[0]?.status).toBe("completed");
  });

  it("R7 accepts a step in progress while another waits for review", () => {
    const plan = run(planOf(2), [next(), next(), review("step-1"), submit("step-2")]);
    expect(plan.steps[1]?.status).toBe("completed");
    expect(plan.status).toBe("awaiting_review");
  });

  it("refuses a step the plan does not have, and keeps nothing", () => {
    expect(codeOf(() => decide(started, submit("step-9"), NOW))).toBe("NOT_FOUND");
  });
});

describe("R7 a refused result", () => {
  it("R7 is kept whole in an event, and the refusal follows from it", () => {
    const command = submit("step-1", {
      leaseToken: "older",
      leaseStepId: "step-1",
      result: { text: "long work" },
      report: { thinking: "much" },
      resultSummary: "Late.",
      confidence: 0.4,
    });
    const events = decide(started, command, after(1));
    expect(events).toEqual([
      {
        type: "result_refused",
        stepId: "step-1",
        code: "STALE_LEASE",
        message: expect.stringContaining("Next:"),
        leaseToken: "older",
        result: { text: "long work" },
        report: { thinking: "much" },
        resultSummary: "Late.",
        confidence: 0.4,
        at: after(1),
      },
    ]);
    expect(refusalOf(events)).toMatchObject({ code: "STALE_LEASE", details: { stepId: "step-1" } });
    const plan = run(started, [command], after(1));
    expect(plan).toEqual({
      ...started,
      version: started.version + 1,
      updatedAt: after(1),
      spent: { ...started.spent, refusals: 1 },
    });
  });

  it("R7 is no refusal when the result was accepted", () => {
    expect(refusalOf(decide(started, submit("step-1"), NOW))).toBeNull();
  });

  it("R7 STALE_LEASE: the step was handed out again since, or retried", () => {
    const older = { leaseToken: "current", leaseStepId: "step-1" };
    const reissued = run(started, [next({ newLeaseToken: "newer" }), next()], after(31));
    expect(refusedWith(reissued, older)).toBe("STALE_LEASE");
    const retried = run(started, [
      modify({ action: "fail_step", stepId: "step-1" }),
      modify({ action: "retry_step", stepId: "step-1" }),
    ]);
    expect(refusedWith(retried, older)).toBe("STALE_LEASE");
  });

  it("R7 INVALID_LEASE: the token was given for another step, which the refusal names", () => {
    const both = run(started, [next({ newLeaseToken: "second" })]);
    for (const leaseStepId of ["step-2", undefined]) {
      const wrong = submit("step-1", { leaseToken: "second", leaseStepId });
      const refused = refusalOf(decide(both, wrong, NOW));
      expect(refused?.code).toBe("INVALID_LEASE");
      expect(refused?.message).toContain("given for step 2 (s2)");
    }
  });

  it("R7 INVALID_LEASE: the token was never given, and the refusal names the holder and the lease end", () => {
    const invented = submit("step-1", { leaseToken: "invented" });
    const refused = refusalOf(decide(started, invented, NOW));
    expect(refused?.code).toBe("INVALID_LEASE");
    expect(refused?.message).toContain(`ada holds until ${after(30).toISOString()}`);
    expect(refusedWith(planOf(2), { leaseToken: "invented" })).toBe("INVALID_LEASE");
  });

  it("R7 INVALID_LEASE: a token of a step of another plan says nothing about that plan", () => {
    const foreign = submit("step-1", { leaseToken: "foreign", leaseStepId: "step-of-other-plan" });
    const refused = refusalOf(decide(started, foreign, NOW));
    expect(refused?.code).toBe("INVALID_LEASE");
    expect(refused?.message).not.toContain("step-of-other-plan");
  });

  it("R7 STEP_SETTLED: the step is completed, skipped or failed", () => {
    const completed = run(started, [submit("step-1")]);
    expect(refusedWith(completed, {})).toBe("STEP_SETTLED");
    expect(refusedWith(completed, { leaseToken: "current" })).toBe("STEP_SETTLED");
    const failed = run(started, [modify({ action: "fail_step", stepId: "step-1" })]);
    expect(refusedWith(failed, {})).toBe("STEP_SETTLED");
    const skipped = run(started, [review("step-1"), decision("skip")]);
    expect(refusedWith(skipped, {})).toBe("STEP_SETTLED");
  });

  it("R7 AWAITING_REVIEW: the step itself waits", () => {
    const waiting = run(started, [review("step-1")]);
    expect(refusedWith(waiting, { leaseToken: "current" })).toBe("AWAITING_REVIEW");
  });

  it("R7 AWAITING_REVIEW: the step itself waits, although a dependency was retried meanwhile", () => {
    const waiting = run(planOf([step(), step([1])]), [
      modify({ action: "fail_step", stepId: "step-1" }),
      next(),
      modify({ action: "retry_step", stepId: "step-1" }),
      review("step-2"),
    ]);
    expect(refusedWith(waiting, { stepId: "step-2" })).toBe("AWAITING_REVIEW");
  });

  it("R7 AWAITING_REVIEW: the step is pending while the plan waits", () => {
    const waiting = run(started, [review("step-1")]);
    expect(refusedWith(waiting, { stepId: "step-2" })).toBe("AWAITING_REVIEW");
  });

  it("R7 STEP_BLOCKED: a dependency of the pending step is not settled", () => {
    const blocked = planOf([step(), step([1])]);
    expect(refusedWith(blocked, { stepId: "step-2" })).toBe("STEP_BLOCKED");
    expect(refusedWith(run(blocked, [next(), review("step-1")]), { stepId: "step-2" })).toBe(
      "STEP_BLOCKED",
    );
    const ready = run(blocked, [submit("step-1")]);
    expect(refusedWith(ready, { stepId: "step-2" })).toBeUndefined();
  });

  it("R7 PLAN_CLOSED: the plan failed while the step was open", () => {
    const failed = run(planOf([step(), step(), step([1])]), [
      next({ newLeaseToken: "one" }),
      next({ newLeaseToken: "two" }),
      review("step-1"),
      decision("reject"),
    ]);
    expect(refusedWith(failed, { stepId: "step-2", leaseToken: "two" })).toBe("PLAN_CLOSED");
    expect(refusedWith(failed, { stepId: "step-3" })).toBe("PLAN_CLOSED");
  });

  it("R16 a step that waits for review in a failed plan answers PLAN_CLOSED too", () => {
    const failed = run(planOf(2), [
      next(),
      next(),
      review("step-1"),
      review("step-2"),
      decision("reject", { stepId: "step-1" }),
    ]);
    expect(refusedWith(failed, { stepId: "step-2" })).toBe("PLAN_CLOSED");
  });

  it("R1 does not end a stall", () => {
    const stalled = run(started, [{ type: "detect_stall" }], after(31));
    expect(run(stalled, [submit("step-1", { leaseToken: "older" })], after(32)).status).toBe(
      "stalled",
    );
  });
});

function refusedWith(plan: Plan, overrides: Partial<SubmitResult>): string | undefined {
  return refusalOf(decide(plan, submit("step-1", overrides), after(2)))?.code;
}
