import {
  codeOf,
  decision,
  eventOf,
  eventTypes,
  idsOf,
  modify,
  NOW,
  next,
  planOf,
  planWithConditions,
  review,
  run,
  statusesOf,
  step,
  stepOf,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import type { BranchingConditionInput } from "../command.ts";
import { decide } from "../decide.ts";
import type { Plan } from "../plan.ts";

const SURE = "confidence > 0.8";
const sure = submit("step-1", { confidence: 0.9 });
const unsure = submit("step-1", { confidence: 0.1 });

describe("R9 evaluating conditions", () => {
  it("R9 the first true one fires and is reported, in creation order", () => {
    const plan = planWithConditions(
      2,
      when("confidence > 0.95", "fail"),
      when(SURE, "continue"),
      when(SURE, "fail"),
    );
    const events = decide(plan, sure, NOW);
    expect(eventOf(events, "branch_taken")).toMatchObject({
      conditionId: "condition-2",
      stepId: "step-1",
      action: "continue",
    });
    expect(eventTypes(events).filter((type) => type === "branch_taken")).toHaveLength(1);
    expect(run(plan, [sure]).conditions.map((condition) => condition.firedAt)).toEqual([
      null,
      NOW,
      null,
    ]);
  });

  it("R9 none fires when none holds", () => {
    const plan = planWithConditions(2, when(SURE, "fail"));
    expect(eventTypes(decide(plan, unsure, NOW))).not.toContain("branch_taken");
  });

  it("R9 only conditions of the completed step are looked at", () => {
    const plan = planWithConditions(3, { ...when(SURE, "fail"), afterStepOrder: 2 });
    expect(run(plan, [sure]).status).toBe("executing");
    expect(run(plan, [submit("step-2", { confidence: 0.9 })]).status).toBe("failed");
  });

  it("R9 a condition that has fired does not fire again", () => {
    const plan = planWithConditions(2, when(SURE, "fail"), when(SURE, "continue"));
    const fired = {
      ...plan,
      conditions: plan.conditions.map((condition, index) =>
        index === 0 ? { ...condition, firedAt: NOW } : condition,
      ),
    };
    expect(eventOf(decide(fired, sure, NOW), "branch_taken").conditionId).toBe("condition-2");
  });

  it("R9 sees the result, the summary, the confidence and the type of the step", () => {
    const expression =
      "found === 3 && result.found === 3 && resultSummary === 'Ok' && confidence === 0.9 && stepType === 'search'";
    const plan = planWithConditions(2, when(expression, "fail"));
    const complete = { ...sure, resultSummary: "Ok" };
    expect(run(plan, [complete]).status).toBe("failed");
  });

  it("R9 is evaluated when a review approves the step, on the decision as its result", () => {
    const expression =
      "decision === 'approve' && feedback === 'Good.' && summary === 'Three sources found.'";
    const plan = run(planWithConditions(3, when(expression, "skip_to", { targetStepOrder: 3 })), [
      next(),
      review("step-1"),
      decision("approve", { feedback: "Good." }),
    ]);
    expect(statusesOf(plan)).toEqual(["completed", "skipped", "pending"]);
  });

  it("R9 is not evaluated when a step fails or is skipped", () => {
    const always = when("stepType === 'search'", "fail");
    expect(
      run(planWithConditions(2, always), [modify({ action: "fail_step", stepId: "step-1" })])
        .status,
    ).toBe("executing");
    const skipped = run(planWithConditions(2, always), [
      next(),
      review("step-1"),
      decision("skip"),
    ]);
    expect(skipped.status).toBe("executing");
  });
});

describe("R11 skip_to", () => {
  const toFourth = when(SURE, "skip_to", { targetStepOrder: 4 });

  it("R11 skips the pending steps in between and leaves others alone", () => {
    const plan = run(planWithConditions(5, toFourth), [next(), next()]);
    expect(statusesOf(run(plan, [sure]))).toEqual([
      "completed",
      "in_progress",
      "skipped",
      "pending",
      "pending",
    ]);
  });

  it("R11 a skipped step is settled at that time, by the branch", () => {
    const events = decide(planWithConditions(4, toFourth), sure, NOW);
    expect(eventOf(events, "step_skipped")).toEqual({
      type: "step_skipped",
      stepId: "step-2",
      by: "branch",
      at: NOW,
    });
    expect(stepOf(run(planWithConditions(4, toFourth), [sure]), "step-2").completedAt).toEqual(NOW);
  });

  it("R11 skips nothing when the target no longer comes later, and is still reported", () => {
    const reordered = run(planWithConditions(4, toFourth), [
      modify({ action: "reorder_steps", stepIds: ["step-4", "step-1", "step-2", "step-3"] }),
    ]);
    const events = decide(reordered, sure, NOW);
    expect(eventTypes(events)).toContain("branch_taken");
    expect(eventTypes(events)).not.toContain("step_skipped");
  });

  it("R11 skips by where the steps stand when it fires", () => {
    const reordered = run(planWithConditions(4, toFourth), [
      modify({ action: "reorder_steps", stepIds: ["step-1", "step-2", "step-4", "step-3"] }),
    ]);
    expect(statusesOf(run(reordered, [sure]))).toEqual([
      "completed",
      "skipped",
      "pending",
      "pending",
    ]);
  });
});

describe("R11 add_steps", () => {
  const addTwo = when(SURE, "add_steps", { steps: [step([1]), step([2])] });

  it("R11 adds the steps right after the completed one, with orders dense", () => {
    const plan = run(planWithConditions(2, addTwo), [sure]);
    expect(idsOf(plan)).toEqual(["step-1", "step-3", "step-4", "step-2"]);
    expect(plan.steps.map((candidate) => candidate.order)).toEqual([1, 2, 3, 4]);
    expect(plan.steps.map((candidate) => candidate.dependsOn)).toEqual([
      [],
      ["step-1"],
      ["step-3"],
      ["step-4"],
    ]);
    expect(statusesOf(plan)).toEqual(["completed", "pending", "pending", "pending"]);
  });

  it("R11 adds them after the step even when others were put before it meanwhile", () => {
    const plan = run(planWithConditions(2, addTwo), [
      modify({ action: "add_steps", steps: [step()], insertAfterOrder: 0 }),
      sure,
    ]);
    expect(idsOf(plan)).toEqual(["new-step-1", "step-1", "step-3", "step-4", "step-2"]);
  });

  it("R1 keeps a plan open whose last step adds more", () => {
    const plan = run(planWithConditions(1, addTwo), [sure]);
    expect(plan.status).toBe("executing");
  });

  it("R15 refuses the result when the branch would make the plan longer than 200 steps", () => {
    const almostFull = run(planWithConditions(100, addTwo), [
      modify({ action: "add_steps", steps: Array.from({ length: 98 }, () => step()) }),
    ]);
    expect(run(almostFull, [sure]).steps).toHaveLength(200);
    const full = run(almostFull, [
      modify({ action: "add_steps", steps: [step()] }, () => "one-more"),
    ]);
    expect(codeOf(() => decide(full, sure, NOW))).toBe("LIMIT_EXCEEDED");
  });
});

describe("R11 fail", () => {
  it("R11 fails the plan with its reason, as the last event", () => {
    const events = decide(
      planWithConditions(2, when(SURE, "fail", { reason: "No data." })),
      sure,
      NOW,
    );
    expect(eventTypes(events)).toEqual([
      "step_started",
      "step_completed",
      "branch_taken",
      "plan_status_changed",
    ]);
    expect(events.at(-1)).toMatchObject({ moves: ["executing", "failed"], reason: "No data." });
  });

  it("R16 leaves open steps as they are and ends their leases", () => {
    const plan = run(planWithConditions(4, when(SURE, "fail")), [
      next(),
      next({ agent: "ada" }),
      sure,
    ]);
    expect(plan.status).toBe("failed");
    expect(plan.completedAt).toBeNull();
    expect(statusesOf(plan)).toEqual(["completed", "in_progress", "pending", "pending"]);
    expect(stepOf(plan, "step-2")).toMatchObject({ leaseHolder: null, leaseExpiresAt: null });
    expect(stepOf(plan, "step-2").leaseToken).not.toBeNull();
  });

  it("R1 fails a plan that waits for a review in one move, a stalled one in two", () => {
    const waiting = run(planWithConditions(3, when(SURE, "fail")), [
      next(),
      next(),
      review("step-2"),
    ]);
    expect(eventOf(decide(waiting, sure, NOW), "plan_status_changed").moves).toEqual(["failed"]);
    const stalled: Plan = {
      ...run(planWithConditions(2, when(SURE, "fail")), [next()]),
      status: "stalled",
    };
    expect(eventOf(decide(stalled, sure, NOW), "plan_status_changed").moves).toEqual([
      "executing",
      "failed",
    ]);
  });

  it("R1 a failed plan wins over all steps being settled", () => {
    expect(run(planWithConditions(1, when(SURE, "fail")), [sure]).status).toBe("failed");
  });
});

describe("R12 steps a branch may still add", () => {
  const plan = planOf(3, {
    branchingConditions: [
      { ...when(SURE, "add_steps", { steps: [step([1]), step([2, 3])] }), afterStepOrder: 2 },
    ],
  });

  it("R12 keep a reorder from putting what they wait for behind them", () => {
    const reorder = (...stepIds: string[]) => modify({ action: "reorder_steps", stepIds });
    expect(codeOf(() => decide(plan, reorder("step-2", "step-1", "step-3"), NOW))).toBe(
      "INVALID_STEP_REFERENCE",
    );
    expect(idsOf(run(plan, [reorder("step-3", "step-1", "step-2")]))).toEqual([
      "step-3",
      "step-1",
      "step-2",
    ]);
  });

  it("R12 no longer bind the order once they were added or their condition fired", () => {
    const fired = run(plan, [submit("step-2", { confidence: 0.9 })]);
    const [first, second, ...rest] = idsOf(fired);
    expect([first, second]).toEqual(["step-1", "step-2"]);
    const swapped = run(fired, [
      modify({ action: "reorder_steps", stepIds: ["step-2", "step-1", ...rest] }),
    ]);
    expect(idsOf(swapped).slice(0, 2)).toEqual(["step-2", "step-1"]);
  });

  it("R15 forget a removed step they would have waited for", () => {
    const removed = run(plan, [modify({ action: "remove_step", stepId: "step-1" })]);
    expect(removed.conditions[0]?.action).toMatchObject({
      steps: [{ dependsOn: [] }, { dependsOn: ["step-2", "step-4"] }],
    });
  });
});

function when(
  conditionExpression: string,
  ifTrueAction: BranchingConditionInput["ifTrueAction"],
  actionParams?: Record<string, unknown>,
): BranchingConditionInput {
  return { afterStepOrder: 1, conditionExpression, ifTrueAction, actionParams };
}
