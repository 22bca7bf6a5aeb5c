import {
  after,
  codeOf,
  decision,
  modify,
  next,
  planOf,
  refusal,
  review,
  run,
  step,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import type { Command } from "../command.ts";
import { decide } from "../decide.ts";
import type { Plan } from "../plan.ts";
import { ENDED_BY_BUDGET } from "../plan-phase.ts";

const reopen = { type: "reopen_plan", by: "person" } as const;
const fail = (stepId: string) => modify({ action: "fail_step", stepId, reason: "No sources." });

describe("reopening a plan", () => {
  const half = run(planOf(2), [next(), submit("step-1")], after(1));
  const failed = run(half, [next(), fail("step-2")], after(2));

  it("R37 undoes the failure that completed the plan", () => {
    expect(failed.status).toBe("completed");
    expect(decide(failed, reopen, after(3))).toEqual([
      { type: "plan_reopened", stepId: "step-2", at: after(3) },
    ]);
    const open = run(failed, [reopen], after(3));
    expect(open).toMatchObject({ status: "executing", completedAt: null, closedAt: null });
    expect(open.steps[0]).toEqual(failed.steps[0]);
    expect(open.steps[1]).toMatchObject({
      status: "pending",
      failureReason: null,
      completedAt: null,
      attempt: 1,
    });
  });

  it("R37 hands the step out again, and its old token stays void", () => {
    const open = run(failed, [reopen], after(3));
    const again = run(open, [next(), submit("step-2")], after(4));
    expect(again).toMatchObject({ status: "completed", completedAt: after(4) });
    expect(again.steps[1]?.attempt).toBe(2);
  });

  it("R37 works also when a pending step was the last, and once per failure", () => {
    const plan = run(planOf(1), [fail("step-1")], after(1));
    const open = run(plan, [reopen], after(2));
    expect(refusal(() => decide(open, reopen, after(3)))).toMatchObject({
      code: "INVALID_TRANSITION",
      details: { from: "executing", to: "executing" },
    });
  });

  it("R37 takes the last of the steps that failed in the same instant", () => {
    const open = run(planOf(2), [fail("step-1"), fail("step-2"), reopen]);
    expect(open.steps.map(({ status }) => status)).toEqual(["failed", "pending"]);
  });

  it.each(["step-1", "step-2"])(
    "R37 takes %s that was failed, not the step that the budget ended with it",
    (stepId) => {
      const ended = run(closingPlan(stepId), [fail(stepId)], after(2));
      expect(ended.status).toBe("completed");
      expect(ended.steps.find(({ id }) => id !== stepId)?.failureReason).toBe(ENDED_BY_BUDGET);
      expect(decide(ended, reopen, after(3))).toMatchObject([{ type: "plan_reopened", stepId }]);
    },
  );

  it.each([
    ["is open", half],
    ["was completed by a result", run(half, [next(), submit("step-2")], after(2))],
    [
      "was completed by a result with which the budget ended a step",
      run(closingPlan("step-1"), [submit("step-1")], after(2)),
    ],
    [
      "was completed after an earlier failure",
      run(run(planOf(2), [fail("step-1")]), [next(), submit("step-2")], after(2)),
    ],
    ["was rejected", run(half, [next(), review("step-2"), decision("reject")], after(2))],
  ])("R37 leaves a plan closed that %s", (_what, plan) => {
    expect(codeOf(() => decide(plan, reopen, after(3)))).toBe("INVALID_TRANSITION");
  });

  it("R37 is for people alone", () => {
    const byAssistant = { type: "reopen_plan" } as Command;
    expect(codeOf(() => decide(failed, byAssistant, after(3)))).toBe("INVALID_INPUT");
  });
});

/** A closing plan whose two steps are in progress, one of them its closing step. */
function closingPlan(closingStepId: string): Plan {
  const steps = ["step-1", "step-2"].map((id) => ({ ...step(), closing: id === closingStepId }));
  const plan = planOf(steps, { budget: { attempts: 3, reserve: 0.5 } });
  return run(plan, [next(), next()], after(1));
}
