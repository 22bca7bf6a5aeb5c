import { AppError } from "@trovella/foundation";
import type { BranchingConditionInput, StepInput } from "./command.ts";
import { stepList } from "./command-shape.ts";
import { parseExpression } from "./expression/parser.ts";
import { LIMITS } from "./limits.ts";
import type { NewId } from "./new-id.ts";
import type { BranchAction, BranchingConditionDefinition } from "./plan.ts";
import { integer, invalid, optional, text } from "./shape.ts";
import { defineSteps, invalidReference } from "./step-references.ts";

interface PlanSteps {
  /** The ids of the plan's steps, in order. */
  readonly stepIds: readonly string[];
  readonly newId: NewId;
}

/** Resolves the step references of a new plan's conditions and checks their expressions. */
export function defineConditions(
  inputs: readonly BranchingConditionInput[],
  planSteps: PlanSteps,
): BranchingConditionDefinition[] {
  const conditions = inputs.map((input, index) =>
    defineCondition(input, `branchingConditions[${index}]`, planSteps),
  );
  const added = conditions.flatMap(({ action }) =>
    action.name === "add_steps" ? action.steps : [],
  );
  if (added.length > LIMITS.stepsAddedByBranches) {
    throw new AppError(
      "LIMIT_EXCEEDED",
      `The branching conditions of a plan may add at most ${LIMITS.stepsAddedByBranches} steps in all, ` +
        `but these add ${added.length}. Next: add fewer, or add steps later with modify_plan.`,
      { limit: LIMITS.stepsAddedByBranches, count: added.length },
    );
  }
  return conditions;
}

function defineCondition(
  input: BranchingConditionInput,
  field: string,
  planSteps: PlanSteps,
): BranchingConditionDefinition {
  const { afterStepOrder, conditionExpression: expression } = input;
  const stepId = planSteps.stepIds[afterStepOrder - 1];
  if (stepId === undefined) {
    throw invalidReference(
      `${field}.afterStepOrder is ${afterStepOrder}, but the plan has steps 1 to ${planSteps.stepIds.length}`,
      { field: `${field}.afterStepOrder` },
    );
  }
  checkExpression(expression, `${field}.conditionExpression`);
  const action = defineAction(input, `${field}.actionParams`, planSteps);
  return { id: planSteps.newId("condition"), stepId, expression, action };
}

function checkExpression(expression: string, field: string): void {
  try {
    parseExpression(expression);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, `${field}: ${error.message}`, { ...error.details, field });
  }
}

function defineAction(
  { ifTrueAction, afterStepOrder, actionParams = {} }: BranchingConditionInput,
  field: string,
  { stepIds, newId }: PlanSteps,
): BranchAction {
  switch (ifTrueAction) {
    case "continue":
      return { name: "continue" };
    case "fail": {
      optional(text({ max: LIMITS.reasonLength }))(actionParams.reason, `${field}.reason`);
      const reason = (actionParams.reason ?? DEFAULT_FAILURE) as string;
      return { name: "fail", reason };
    }
    case "add_steps": {
      stepList(actionParams.steps, `${field}.steps`);
      const steps = defineSteps(actionParams.steps as StepInput[], {
        stepIdsBefore: stepIds.slice(0, afterStepOrder),
        newId,
        field: `${field}.steps`,
      });
      return { name: "add_steps", steps };
    }
    case "skip_to":
      return {
        name: "skip_to",
        targetStepId: laterStep(actionParams, afterStepOrder, field, stepIds),
      };
  }
}

function laterStep(
  { targetStepOrder, targetStepId }: Readonly<Record<string, unknown>>,
  afterStepOrder: number,
  field: string,
  stepIds: readonly string[],
): string {
  if (targetStepOrder === undefined && targetStepId === undefined) {
    throw invalid(field, "must name targetStepOrder (or targetStepId) for skip_to");
  }
  if (targetStepOrder !== undefined) {
    integer({ min: 1, max: LIMITS.stepsInPlan })(targetStepOrder, `${field}.targetStepOrder`);
  }
  const index =
    targetStepOrder === undefined
      ? stepIds.indexOf(targetStepId as string)
      : (targetStepOrder as number) - 1;
  const target = index >= afterStepOrder ? stepIds[index] : undefined;
  if (target !== undefined) return target;
  throw invalidReference(
    `${field} must name a step of the plan that comes after step ${afterStepOrder}`,
    { field },
  );
}

const DEFAULT_FAILURE = "A branching condition of the plan ended it.";
