import { MODIFICATION_EXAMPLES } from "@trovella/testing/engine/modification-input";
import {
  after,
  codeOf,
  decision,
  eventOf,
  eventTypes,
  exampleModification,
  idsOf,
  modify,
  NOW,
  next,
  planOf,
  planWithConditions,
  refusal,
  review,
  run,
  statusesOf,
  step,
  stepOf,
  submit,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { auditAction, auditEventType } from "../audit-event-type.ts";
import { decide } from "../decide.ts";
import { MODIFICATION_ACTIONS } from "../modifications.ts";
import type { Plan } from "../plan.ts";

const rationale = { modificationRationale: "The critique found a gap." };

describe("R15 when a plan may be modified", () => {
  const update = modify({
    action: "update_step_instructions",
    stepId: "step-1",
    instructions: "New.",
  });

  it("R15 while planning and executing", () => {
    expect(stepOf(run(planOf(1), [update]), "step-1").instructions).toBe("New.");
    expect(stepOf(run(planOf(1), [next(), update]), "step-1").instructions).toBe("New.");
  });

  it.each(["awaiting_review", "stalled", "completed", "failed"] as const)(
    "R15 not while %s, and the refusal names what to call",
    (status) => {
      const error = refusal(() => decide({ ...planOf(1), status }, update, NOW));
      expect(error.code).toBe("PLAN_NOT_MODIFIABLE");
      expect(error.message).toMatch(
        /Next: .*(submit_user_decision|get_next_step|create_research_plan)/,
      );
      expect(error.details).toEqual({ status });
    },
  );
});

it.each(MODIFICATION_ACTIONS)("keeps the rationale of %s in its event", (action) => {
  const plan = run(planOf(3), [modify({ action: "fail_step", stepId: "step-3" })]);
  const silent = exampleModification(action, plan);
  const events = decide(plan, { ...silent, ...rationale }, NOW);
  expect(events.at(-1)).toMatchObject({ rationale: "The critique found a gap." });
  const logged = events.map((event) => `${auditEventType(event)} ${auditAction(event)}`);
  expect(logged).toEqual(MODIFICATION_EXAMPLES[action].logged);
  expect(decide(plan, silent, NOW).at(-1)).toMatchObject({ rationale: null });
});

describe("R15 add_steps", () => {
  it.each([
    [0, ["new-step-1", "new-step-2", "step-1", "step-2"]],
    [1, ["step-1", "new-step-1", "new-step-2", "step-2"]],
    [2, ["step-1", "step-2", "new-step-1", "new-step-2"]],
    [undefined, ["step-1", "step-2", "new-step-1", "new-step-2"]],
  ])("R15 after order %s", (insertAfterOrder, expected) => {
    const plan = run(planOf(2), [
      modify({ action: "add_steps", steps: [step(), step()], insertAfterOrder, ...rationale }),
    ]);
    expect(idsOf(plan)).toEqual(expected);
    expect(plan.steps.map((candidate) => candidate.order)).toEqual([1, 2, 3, 4]);
  });

  it.each([3, -1, 0.5])("R15 refuses to insert after order %d of 2", (insertAfterOrder) => {
    const add = modify({ action: "add_steps", steps: [step()], insertAfterOrder });
    expect(refusal(() => decide(planOf(2), add, NOW)).details).toEqual({
      field: "insertAfterOrder",
    });
  });

  it("R12 dependsOn counts orders after insertion", () => {
    const plan = run(planOf(2), [
      modify({ action: "add_steps", steps: [step([1]), step([2])], insertAfterOrder: 1 }),
    ]);
    expect(plan.steps.map((candidate) => candidate.dependsOn)).toEqual([
      [],
      ["step-1"],
      ["new-step-1"],
      [],
    ]);
    const late = modify({ action: "add_steps", steps: [step([3])], insertAfterOrder: 1 });
    expect(codeOf(() => decide(planOf(2), late, NOW))).toBe("INVALID_STEP_REFERENCE");
  });

  it("R15 takes at most 200 steps in a plan", () => {
    const hundred = Array.from({ length: 100 }, () => step());
    const full = run(planOf(100), [modify({ action: "add_steps", steps: hundred })]);
    expect(full.steps).toHaveLength(200);
    const error = refusal(() =>
      decide(full, modify({ action: "add_steps", steps: [step()] }), NOW),
    );
    expect(error.code).toBe("LIMIT_EXCEEDED");
    expect(error.details).toEqual({ limit: 200, count: 201 });
  });

  it("R2 leaves a plan that has not begun in planning", () => {
    expect(run(planOf(1), [modify({ action: "add_steps", steps: [step()] })]).status).toBe(
      "planning",
    );
  });
});

describe("R15 remove_step", () => {
  const remove = (stepId: string) => modify({ action: "remove_step", stepId, ...rationale });

  it("R15 closes the gap and drops the step from what others wait for", () => {
    const plan = run(planOf([step(), step([1]), step([1, 2])]), [remove("step-1")]);
    expect(plan.steps.map(({ id, order, dependsOn }) => [id, order, dependsOn])).toEqual([
      ["step-2", 1, []],
      ["step-3", 2, ["step-2"]],
    ]);
  });

  it("R15 deletes the step's own conditions and keeps the others", () => {
    const condition = { conditionExpression: "a > 1", ifTrueAction: "continue" } as const;
    const plan = planWithConditions(
      2,
      { ...condition, afterStepOrder: 1 },
      { ...condition, afterStepOrder: 2 },
    );
    expect(run(plan, [remove("step-1")]).conditions.map(({ id }) => id)).toEqual(["condition-2"]);
  });

  it("R15 takes pending steps only", () => {
    const plan = run(planOf(3), [next(), submit("step-1"), next()]);
    expect(refusal(() => decide(plan, remove("step-2"), NOW))).toMatchObject({
      code: "INVALID_TRANSITION",
      details: { from: "in_progress" },
    });
    expect(codeOf(() => decide(plan, remove("step-1"), NOW))).toBe("STEP_SETTLED");
    expect(codeOf(() => decide(plan, remove("step-9"), NOW))).toBe("NOT_FOUND");
  });

  it("R15 is refused while a skip_to that has not fired targets the step", () => {
    const skipToThird = {
      afterStepOrder: 1,
      conditionExpression: "confidence > 0.8",
      ifTrueAction: "skip_to",
      actionParams: { targetStepOrder: 3 },
    } as const;
    const plan = planWithConditions(3, skipToThird);
    const error = refusal(() => decide(plan, remove("step-3"), NOW));
    expect(error.code).toBe("STEP_REFERENCED");
    expect(error.details).toEqual({ stepId: "step-3", conditionId: "condition-1" });
    expect(idsOf(run(plan, [remove("step-2")]))).toEqual(["step-1", "step-3"]);
    const fired = run(plan, [submit("step-1", { confidence: 0.9 })]);
    expect(run(fired, [remove("step-3")]).status).toBe("completed");
    const twice = planWithConditions(3, skipToThird, skipToThird);
    expect(refusal(() => decide(twice, remove("step-3"), NOW)).details.conditionId).toBe(
      "condition-1",
    );
  });

  it("R15 never takes the last remaining step", () => {
    expect(refusal(() => decide(planOf(1), remove("step-1"), NOW)).message).toContain(
      "at least one",
    );
  });

  it("R1 completes the plan when only settled steps remain", () => {
    const plan = run(planOf(2), [next(), submit("step-1"), remove("step-2")]);
    expect(plan.status).toBe("completed");
  });
});

describe("R15 reorder_steps", () => {
  const reorder = (...stepIds: string[]) => modify({ action: "reorder_steps", stepIds });

  it("R15 renumbers the steps", () => {
    const plan = run(planOf(3), [reorder("step-3", "step-1", "step-2")]);
    expect(plan.steps.map(({ id, order }) => [id, order])).toEqual([
      ["step-3", 1],
      ["step-1", 2],
      ["step-2", 3],
    ]);
  });

  it.each([
    [["step-1", "step-2"]],
    [["step-1", "step-2", "step-2"]],
    [["step-1", "step-2", "step-3", "step-3"]],
    [["step-1", "step-2", "step-9"]],
    [["step-1", "step-2", "step-3", "step-9"]],
  ])("R15 needs every id once, not %j", (stepIds) => {
    expect(codeOf(() => decide(planOf(3), reorder(...stepIds), NOW))).toBe("INVALID_INPUT");
  });

  it("R15 takes a plan of one step as it is", () => {
    expect(idsOf(run(planOf(1), [reorder("step-1")]))).toEqual(["step-1"]);
  });

  it("R15 puts no step before its dependency", () => {
    const plan = planOf([step(), step([1]), step()]);
    const error = refusal(() => decide(plan, reorder("step-2", "step-1", "step-3"), NOW));
    expect(error).toMatchObject({ code: "INVALID_STEP_REFERENCE", details: { stepId: "step-2" } });
    expect(idsOf(run(plan, [reorder("step-1", "step-3", "step-2")]))[2]).toBe("step-2");
  });
});

describe("R15 update_step_instructions", () => {
  it("R15 works in any status and changes nothing else", () => {
    const plan = run(planOf(2), [next(), submit("step-1")]);
    const updated = run(
      plan,
      [
        modify({
          action: "update_step_instructions",
          stepId: "step-1",
          instructions: "Again.",
          ...rationale,
        }),
      ],
      after(1),
    );
    expect(stepOf(updated, "step-1")).toEqual({
      ...stepOf(plan, "step-1"),
      instructions: "Again.",
      updatedAt: after(1),
    });
    const unknown = modify({ action: "update_step_instructions", stepId: "x", instructions: "Y" });
    expect(codeOf(() => decide(plan, unknown, NOW))).toBe("NOT_FOUND");
  });
});

describe("R3 fail_step", () => {
  const fail = (stepId: string) =>
    modify({ action: "fail_step", stepId, reason: "Paywall.", ...rationale });

  it("R3 passes a pending step through in_progress", () => {
    const events = decide(planOf(2), fail("step-1"), NOW);
    expect(eventTypes(events)).toEqual(["step_started", "step_failed", "plan_status_changed"]);
    expect(eventOf(events, "step_started").reason).toBe("auto_advanced");
    expect(eventOf(events, "step_failed")).toMatchObject({
      reason: "Paywall.",
      rationale: "The critique found a gap.",
    });
    expect(run(planOf(2), [fail("step-1")]).status).toBe("executing");
  });

  it("R3 fails a step in progress, ends its lease and leaves the plan at work", () => {
    const plan = run(planOf(2), [next({ agent: "ada" }), fail("step-1")]);
    expect(stepOf(plan, "step-1")).toMatchObject({
      status: "failed",
      failureReason: "Paywall.",
      leaseHolder: null,
      leaseExpiresAt: null,
      completedAt: NOW,
    });
    expect(eventTypes(decide(run(planOf(2), [next()]), fail("step-1"), NOW))).toEqual([
      "step_failed",
    ]);
  });

  it("R3 completes the plan with the last open step, and closes it for good", () => {
    const plan = run(planOf(2), [next(), submit("step-1"), fail("step-2")]);
    expect(plan.status).toBe("completed");
    const retry = modify({ action: "retry_step", stepId: "step-2" });
    expect(codeOf(() => decide(plan, retry, NOW))).toBe("PLAN_NOT_MODIFIABLE");
  });

  it("R3 refuses a settled step", () => {
    const plan = run(planOf(3), [next(), submit("step-1"), fail("step-2")]);
    expect(codeOf(() => decide(plan, fail("step-1"), NOW))).toBe("STEP_SETTLED");
    expect(refusal(() => decide(plan, fail("step-2"), NOW)).message).toContain("retry_step");
    expect(codeOf(() => decide(plan, fail("step-9"), NOW))).toBe("NOT_FOUND");
  });
});

describe("R4 retry_step", () => {
  const retry = modify({ action: "retry_step", stepId: "step-1", ...rationale });
  const failed = run(planOf(2), [
    next({ agent: "ada", newLeaseToken: "old" }),
    modify({ action: "fail_step", stepId: "step-1", reason: "Paywall." }),
  ]);

  it("R4 makes a failed step pending, cleared, with its attempts still counted", () => {
    const plan = run(failed, [retry], after(1));
    expect(stepOf(plan, "step-1")).toEqual({
      ...stepOf(planOf(2), "step-1"),
      attempt: 1,
      updatedAt: after(1),
    });
    expect(stepOf(run(plan, [next()]), "step-1").attempt).toBe(2);
  });

  it("R4 keeps the place and the instructions of the step", () => {
    const moved = run(failed, [
      modify({ action: "reorder_steps", stepIds: ["step-2", "step-1"] }),
      modify({ action: "update_step_instructions", stepId: "step-1", instructions: "Otherwise." }),
      retry,
    ]);
    expect(stepOf(moved, "step-1")).toMatchObject({ order: 2, instructions: "Otherwise." });
  });

  it("R4 takes failed steps only", () => {
    const tryAgain = (plan: Plan) => refusal(() => decide(plan, retry, NOW));
    expect(tryAgain(planOf(2))).toMatchObject({
      code: "INVALID_TRANSITION",
      details: { from: "pending", to: "pending" },
    });
    expect(tryAgain(run(planOf(2), [submit("step-1")])).code).toBe("INVALID_TRANSITION");
    const unknown = modify({ action: "retry_step", stepId: "x" });
    expect(codeOf(() => decide(failed, unknown, NOW))).toBe("NOT_FOUND");
  });

  it("R4 is impossible once the plan is closed", () => {
    const rejected = run(planOf(2), [next(), review("step-1"), decision("reject")]);
    expect(statusesOf(rejected)).toEqual(["failed", "pending"]);
    expect(codeOf(() => decide(rejected, retry, NOW))).toBe("PLAN_NOT_MODIFIABLE");
  });
});
