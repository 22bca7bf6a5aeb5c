import { AppError } from "@trovella/foundation";
import { isProtected } from "../accepts-decision.ts";
import { applyEvent } from "../apply-event.ts";
import { evaluateExpression } from "../expression/evaluator.ts";
import type { ExpressionRoot } from "../expression/expression.ts";
import { parseExpression } from "../expression/parser.ts";
import { LIMITS } from "../limits.ts";
import type { BranchingCondition, Plan, Step } from "../plan.ts";
import type { PlanEvent, PlanEventOf } from "../plan-event.ts";
import { withStatusChange } from "../plan-status.ts";
import { missingFields } from "../result-fields.ts";
import { waitingSteps } from "../waiting-steps.ts";
import { decideGate, type GateInput } from "./decide-gate.ts";

interface Completion {
  /** Earlier events of the same command. */
  readonly before: readonly PlanEvent[];
  readonly completed: PlanEventOf<"step_completed">;
  /** The values that the step's branching conditions read. */
  readonly root: ExpressionRoot;
  readonly gate?: GateInput;
}

/** Completes a step, takes the branch its conditions point to, asks the gate, and settles the plan's status. */
export function completeStep(
  plan: Plan,
  step: Step,
  { before, completed, root, gate }: Completion,
): PlanEvent[] {
  const { at } = completed;
  const events = [...before, completed];
  const branch = takeBranch(events.reduce<Plan>(applyEvent, plan), step, root, at);
  const followed = [...events, ...branch.events];
  const gated =
    gate && branch.failure === null
      ? decideGate(plan, step, { ...gate, events: followed, at })
      : [];
  return withStatusChange(plan, [...followed, ...gated], at, branch.failure);
}

/** A pending step passes through in_progress before it is settled, without a lease. */
export function autoAdvance(step: Step, at: Date): PlanEvent {
  return {
    type: "step_started",
    stepId: step.id,
    attempt: step.attempt + 1,
    reason: "auto_advanced",
    lease: null,
    at,
  };
}

/**
 * Gates fail closed (R32): a result without a field that a condition of the step reads is refused, since the condition
 * would silently not hold. So is one with something else than a number where a condition compares by size.
 */
export function checkGateFields(
  plan: Plan,
  step: Step,
  root: ExpressionRoot,
  { missingFields: answer }: { readonly missingFields?: "accept" | undefined },
): void {
  if (answer === "accept" || plan.conditions.length === 0) return;
  const missing = missingFields(plan, step.id, root);
  if (missing.length === 0) return;
  const shown = missing.slice(0, LIMITS.shownIds).map(({ field, expression }) => ({
    field: shortened(field),
    expression: shortened(expression),
  }));
  throw new AppError(
    "INVALID_INPUT",
    `Conditions of this step read what the result lacks: ${shown.map(({ field, expression }) => `${field} (for ${expression})`).join(", ")}. ` +
      'Next: call again with these fields, as numbers where the condition has < or >, or with missingFields "accept" to leave those conditions out.',
    { fields: shown.map(({ field }) => field) },
  );
}

const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

/** Refuses steps that would exceed the maximum length of a plan. */
export function checkStepCount(plan: Plan, addedCount: number): void {
  const count = plan.steps.length + addedCount;
  if (count <= LIMITS.stepsInPlan) return;
  throw new AppError(
    "LIMIT_EXCEEDED",
    `A plan may have at most ${LIMITS.stepsInPlan} steps, but this would make ${count}. ` +
      "Next: remove pending steps with modify_plan (remove_step), then call again.",
    { limit: LIMITS.stepsInPlan, count },
  );
}

interface Branch {
  readonly events: readonly PlanEvent[];
  /** The reason, when the branch fails the plan. */
  readonly failure: string | null;
}

/** Fires the first condition of the completed step that holds; each fires at most once. */
function takeBranch(plan: Plan, step: Step, root: ExpressionRoot, at: Date): Branch {
  const condition = plan.conditions.find(
    ({ stepId, firedAt, expression }) =>
      stepId === step.id && !firedAt && evaluateExpression(parseExpression(expression), root),
  );
  if (!condition) return { events: [], failure: null };

  const { id: conditionId, action } = condition;
  const taken = {
    type: "branch_taken",
    conditionId,
    stepId: step.id,
    action: action.name,
  } as const;
  // The budget leaves no room for more steps (R22).
  if (action.name === "add_steps" && plan.phase !== "open") {
    return { events: [{ ...taken, isWithoutEffect: true, at }], failure: null };
  }
  return {
    events: [{ ...taken, at }, ...branchEffects(plan, step, condition, at)],
    failure: action.name === "fail" ? action.reason : null,
  };
}

function branchEffects(
  plan: Plan,
  step: Step,
  { action }: BranchingCondition,
  at: Date,
): PlanEvent[] {
  switch (action.name) {
    case "skip_to":
      return skippableSteps(plan, step, action.targetStepId).map((skipped) => ({
        type: "step_skipped",
        stepId: skipped.id,
        by: "branch",
        at,
      }));
    case "add_steps":
      checkStepCount(plan, action.steps.length);
      return [
        {
          type: "steps_added",
          afterOrder: step.order,
          steps: action.steps,
          branchOf: step.id,
          waitingStepIds: waitingSteps(plan, step).map(({ id }) => id),
          rationale: null,
          at,
        },
      ];
    case "fail":
    case "continue":
      return [];
  }
}

/** The pending steps before the target; none when it no longer comes later. No branch skips a protected checkpoint. */
function skippableSteps(plan: Plan, step: Step, targetStepId: string): Step[] {
  const targetOrder = plan.steps.find((candidate) => candidate.id === targetStepId)?.order ?? 0;
  return plan.steps.filter(
    (other) =>
      other.status === "pending" &&
      other.order > step.order &&
      other.order < targetOrder &&
      !isProtected(plan, other),
  );
}
