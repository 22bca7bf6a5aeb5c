import {
  codeOf,
  creation,
  eventTypes,
  idsOf,
  NOW,
  planOf,
  refusal,
  step,
} from "@trovella/testing/engine/test-support";
import { describe, expect, it } from "vitest";
import { applyEvents } from "../apply-event.ts";
import type { BranchingConditionInput, CreatePlan, StepInput } from "../command.ts";
import { decide } from "../decide.ts";
import { LIMITS } from "../limits.ts";
import type { Plan } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";

describe("creating a plan", () => {
  it("yields one event, from which the whole plan follows", () => {
    const events = decide(null, creation(2), NOW);
    expect(eventTypes(events)).toEqual(["plan_created"]);
    const plan = applyEvents(null, events as [PlanEvent]);
    expect(plan).toMatchObject({
      id: "plan-1",
      name: "[Scan] Tea",
      researchQuestion: "Is tea good?",
      version: 1,
      stallThresholdMs: 1_800_000,
      reviewPolicy: "relayed_allowed",
      evidencePolicy: "warn",
      minLevel: 1,
      minSources: 1,
      planDesignRationale: null,
      outputFormattingNotes: null,
      failureReason: null,
      completedAt: null,
      createdAt: NOW,
      updatedAt: NOW,
    });
    expect(
      plan.steps.map(({ id, order, type, status, attempt }) => [id, order, type, status, attempt]),
    ).toEqual([
      ["step-1", 1, "search", "pending", 0],
      ["step-2", 2, "search", "pending", 0],
    ]);
  });

  it("keeps what the client chose", () => {
    const chosen = {
      stallThresholdMs: 5000,
      reviewPolicy: "human_only",
      planDesignRationale: "Short.",
      outputFormattingNotes: "A table.",
    } as const;
    expect(planOf(1, chosen)).toMatchObject(chosen);
  });

  it("R2 starts in planning, though pending steps derive to executing", () => {
    expect(planOf(3).status).toBe("planning");
  });

  it("is refused for a plan that exists", () => {
    expect(codeOf(() => decide(planOf(1), creation(1), NOW))).toBe("INVALID_INPUT");
  });

  it("takes 1 to 100 steps", () => {
    expect(planOf(LIMITS.stepsAtCreation).steps).toHaveLength(100);
    expect(codeOf(() => planOf(0))).toBe("INVALID_INPUT");
    expect(refusal(() => planOf(101)).message).toContain("steps must have 1 to 100 entries");
  });
});

describe("R12 dependencies of a new plan", () => {
  it("R12 are given as earlier orders and kept as ids", () => {
    const plan = planOf([step(), step([]), step([1, 2, 1])]);
    expect(plan.steps.map((candidate) => candidate.dependsOn)).toEqual([
      [],
      [],
      ["step-1", "step-2"],
    ]);
  });

  it.each([[[2]], [[3]], [[0]], [[-1]], [[1.5]], [[Number.POSITIVE_INFINITY]]])(
    "R12 refuses a second step that depends on %j",
    (dependsOn) => {
      const error = refusal(() => planOf([step(), step(dependsOn)]));
      expect(error.code).toBe("INVALID_STEP_REFERENCE");
      expect(error.message).toContain("steps[1].dependsOn");
    },
  );
});

describe("branching conditions of a new plan", () => {
  it("R11 skip_to is resolved to the id of a later step, by order or by id", () => {
    expect(actionOf(skipTo({ targetStepOrder: 3 }))).toEqual({
      name: "skip_to",
      targetStepId: "step-3",
    });
    expect(actionOf(skipTo({ targetStepId: "step-2" }))).toEqual({
      name: "skip_to",
      targetStepId: "step-2",
    });
  });

  it.each([
    [{ targetStepOrder: 1 }],
    [{ targetStepOrder: 4 }],
    [{ targetStepId: "step-1" }],
    [{ targetStepId: "x" }],
    [{ targetStepId: 7 }],
  ])("R11 skip_to refuses %j, which is no later step", (actionParams) => {
    expect(codeOf(() => actionOf(skipTo(actionParams)))).toBe("INVALID_STEP_REFERENCE");
  });

  it.each([
    [{}],
    [undefined],
    [{ targetStepOrder: 0 }],
    [{ targetStepOrder: 2.5 }],
    [{ targetStepOrder: "2" }],
  ])("R11 skip_to needs a target, not %j", (actionParams) => {
    expect(codeOf(() => actionOf(skipTo(actionParams)))).toBe("INVALID_INPUT");
  });

  it("R11 add_steps gets its ids now and may depend on what comes before it", () => {
    const action = actionOf(addSteps([step([1]), step([1, 2])]));
    expect(action).toMatchObject({
      name: "add_steps",
      steps: [
        { id: "step-4", dependsOn: ["step-1"] },
        { id: "step-5", dependsOn: ["step-1", "step-4"] },
      ],
    });
  });

  it("R12 steps a branch adds cannot depend on themselves or on what comes after", () => {
    const error = refusal(() => actionOf(addSteps([step([2])])));
    expect(error.code).toBe("INVALID_STEP_REFERENCE");
    expect(error.message).toContain("branchingConditions[0].actionParams.steps[0].dependsOn");
  });

  it.each([
    [undefined],
    [{}],
    [{ steps: [] }],
    [{ steps: "x" }],
    [{ steps: [{ stepType: "x" }] }],
    [{ steps: [null] }],
  ])("R11 add_steps refuses %j", (actionParams) => {
    expect(codeOf(() => actionOf(condition("add_steps", actionParams)))).toBe("INVALID_INPUT");
  });

  it("R11 all branches together may add 200 steps", () => {
    const many = (count: number) => addSteps(Array.from({ length: count }, () => step()));
    const withBoth = (first: number, second: number) =>
      planOf(3, { branchingConditions: [many(first), many(second)] });
    expect(withBoth(100, 100).conditions).toHaveLength(2);
    expect(codeOf(() => planOf(3, { branchingConditions: [many(100), many(100), many(1)] }))).toBe(
      "LIMIT_EXCEEDED",
    );
  });

  it("R11 fail keeps its reason and has one when none is given", () => {
    expect(actionOf(condition("fail", { reason: "Too few." }))).toEqual({
      name: "fail",
      reason: "Too few.",
    });
    expect(actionOf(condition("fail", undefined))).toMatchObject({
      reason: expect.stringMatching(/./),
    });
    expect(codeOf(() => actionOf(condition("fail", { reason: 7 })))).toBe("INVALID_INPUT");
  });

  it("R11 continue needs nothing", () => {
    expect(actionOf(condition("continue", { anything: 1 }))).toEqual({ name: "continue" });
  });

  it.each([0, 4, -1, 1.5])("refuses a condition after step %d of 3", (afterStepOrder) => {
    const error = refusal(() => actionOf({ ...condition("continue", {}), afterStepOrder }));
    expect(error.code).toBe("INVALID_STEP_REFERENCE");
    expect(error.message).toContain("branchingConditions[0].afterStepOrder");
  });

  it("R10 refuses a malformed expression and says which, and where", () => {
    const error = refusal(() =>
      actionOf({ ...condition("continue", {}), conditionExpression: "a >" }),
    );
    expect(error.code).toBe("INVALID_EXPRESSION");
    expect(error.details).toEqual({
      position: 4,
      length: 3,
      field: "branchingConditions[0].conditionExpression",
    });
    expect(error.message).toMatch(/^branchingConditions\[0\]\.conditionExpression: .*character 4/);
  });

  it("keeps conditions in creation order, with ids of their own", () => {
    const plan = planOf(3, {
      branchingConditions: [
        condition("continue", {}),
        { ...condition("fail", {}), afterStepOrder: 2 },
      ],
    });
    expect(plan.conditions).toMatchObject([
      { id: "condition-1", stepId: "step-1", firedAt: null, expression: "confidence > 0.5" },
      { id: "condition-2", stepId: "step-2", firedAt: null },
    ]);
    expect(idsOf(plan)).toHaveLength(3);
  });

  it("takes at most 100 conditions", () => {
    const conditions = (count: number) =>
      Array.from({ length: count }, () => condition("continue", {}));
    expect(planOf(3, { branchingConditions: conditions(100) }).conditions).toHaveLength(100);
    expect(codeOf(() => planOf(3, { branchingConditions: conditions(101) }))).toBe("INVALID_INPUT");
  });
});

function condition(
  ifTrueAction: BranchingConditionInput["ifTrueAction"],
  actionParams: Record<string, unknown> | undefined,
): BranchingConditionInput {
  return { afterStepOrder: 1, conditionExpression: "confidence > 0.5", ifTrueAction, actionParams };
}

function skipTo(actionParams: Record<string, unknown> | undefined): BranchingConditionInput {
  return condition("skip_to", actionParams);
}

function addSteps(steps: StepInput[]): BranchingConditionInput {
  return condition("add_steps", { steps });
}

function actionOf(input: BranchingConditionInput, overrides: Partial<CreatePlan> = {}): unknown {
  const plan: Plan = planOf(3, { branchingConditions: [input], ...overrides });
  return plan.conditions[0]?.action;
}
