import { AppError } from "@trovella/foundation";
import { howToDecide, isStrict } from "../accepts-decision.ts";
import { budgetSpent, isClosingStep } from "../budget.ts";
import { closedPlan, endedInWords } from "../closed-plan.ts";
import type { ModificationOf, ModifyPlan } from "../command.ts";
import { findStep, isClosed, isSettled, type Plan, type Step } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";
import { withPersonsChange, withStatusChange } from "../plan-status.ts";
import { invalid } from "../shape.ts";
import { checkDependencyOrder, defineSteps } from "../step-references.ts";
import { changeBudget } from "./change-budget.ts";
import { autoAdvance, checkStepCount } from "./complete-step.ts";

/** Decides what follows when a client changes the plan itself. */
export function modifyPlan(plan: Plan, command: ModifyPlan, now: Date): PlanEvent[] {
  if (command.action === "change_budget") return changeBudget(plan, command, now);
  if (command.by === "person") checkOpen(plan);
  else checkModifiable(plan);
  checkBudget(plan, command);
  checkCheckpoints(plan, command);
  const events = modification(plan, command, now);
  return command.by === "person"
    ? withPersonsChange(plan, events, now)
    : withStatusChange(plan, events, now);
}

function modification(
  plan: Plan,
  command: Exclude<ModifyPlan, { action: "change_budget" }>,
  now: Date,
): PlanEvent[] {
  switch (command.action) {
    case "add_steps":
      return addSteps(plan, command, now);
    case "remove_step":
      return removeStep(plan, command, now);
    case "reorder_steps":
      return reorderSteps(plan, command, now);
    case "update_step_instructions":
      return [
        {
          type: "instructions_updated",
          stepId: findStep(plan, command.stepId).id,
          instructions: command.instructions,
          rationale: command.modificationRationale ?? null,
          at: now,
        },
      ];
    case "fail_step":
      return failStep(plan, command, now);
    case "retry_step":
      return [
        {
          type: "step_retried",
          stepId: findStep(plan, command.stepId).id,
          rationale: command.modificationRationale ?? null,
          at: now,
        },
      ];
  }
}

function addSteps(plan: Plan, command: ModificationOf<"add_steps">, at: Date): PlanEvent[] {
  checkStepCount(plan, command.steps.length);
  const afterOrder = command.insertAfterOrder ?? plan.steps.length;
  if (afterOrder > plan.steps.length) {
    throw invalid("insertAfterOrder", `must be from 0 to ${plan.steps.length}`);
  }
  const stepIdsBefore = plan.steps.slice(0, afterOrder).map((step) => step.id);
  const steps = defineSteps(command.steps, { stepIdsBefore, newId: command.newId, field: "steps" });
  return [
    {
      type: "steps_added",
      afterOrder,
      steps,
      branchOf: null,
      waitingStepIds: [],
      rationale: command.modificationRationale ?? null,
      at,
    },
  ];
}

function removeStep(plan: Plan, command: ModificationOf<"remove_step">, at: Date): PlanEvent[] {
  const step = findStep(plan, command.stepId);
  if (isSettled(step.status)) throw settled(step.id, step.status);
  if (step.status !== "pending") {
    throw new AppError(
      "INVALID_TRANSITION",
      `Only a pending step can be removed, but this one is ${step.status}. Next: call modify_plan with action fail_step instead.`,
      { stepId: step.id, from: step.status, to: "removed" },
    );
  }
  const referring = plan.conditions.find(
    ({ action, firedAt }) =>
      action.name === "skip_to" && !firedAt && action.targetStepId === step.id,
  );
  if (referring) {
    throw new AppError(
      "STEP_REFERENCED",
      "A branching condition may still skip to this step, so it cannot be removed. Next: call modify_plan with action fail_step to drop it.",
      { stepId: step.id, conditionId: referring.id },
    );
  }
  if (step.isClosing && plan.steps.filter(({ isClosing }) => isClosing).length === 1) {
    throw new AppError(
      "STEP_REFERENCED",
      "This step writes the document of the plan, so it cannot be removed. Next: call modify_plan with action update_step_instructions to change it, or add_steps with another closing step first.",
      { stepId: step.id },
    );
  }
  if (plan.steps.length === 1) {
    throw invalid("stepId", "names the last remaining step, and a plan needs at least one");
  }
  return [
    { type: "step_removed", stepId: step.id, rationale: command.modificationRationale ?? null, at },
  ];
}

function reorderSteps(plan: Plan, command: ModificationOf<"reorder_steps">, at: Date): PlanEvent[] {
  const { stepIds } = command;
  const named = new Set(stepIds);
  const isComplete =
    stepIds.length === plan.steps.length && plan.steps.every((step) => named.has(step.id));
  if (!isComplete) throw invalid("stepIds", "must name every step of the plan exactly once");
  checkDependencyOrder(plan, stepIds);
  return [
    { type: "steps_reordered", stepIds, rationale: command.modificationRationale ?? null, at },
  ];
}

function failStep(plan: Plan, command: ModificationOf<"fail_step">, at: Date): PlanEvent[] {
  const step = findStep(plan, command.stepId);
  if (isSettled(step.status)) throw settled(step.id, step.status);
  if (step.status === "awaiting_input") throw waitsForReview(step);
  const isLast = plan.steps.every((other) => other === step || isSettled(other.status));
  if (isLast && !command.reason) {
    throw invalid(
      "reason",
      "is needed, since this is the last open step: the plan then completes and is closed",
    );
  }
  const failed: PlanEvent = {
    type: "step_failed",
    stepId: step.id,
    reason: command.reason ?? null,
    rationale: command.modificationRationale ?? null,
    at,
  };
  return step.status === "pending" ? [autoAdvance(step, at), failed] : [failed];
}

/** Once the budget allows only closing steps, nothing is added, and only they are retried, twice (R22). */
function checkBudget(plan: Plan, command: ModifyPlan): void {
  if (plan.phase === "open") return;
  if (command.action === "add_steps") throw budgetSpent(plan);
  if (command.action !== "retry_step") return;
  const step = findStep(plan, command.stepId);
  if (!isClosingStep(plan, step) || step.attempt >= MAX_CLOSING_ATTEMPTS) throw budgetSpent(plan);
}

const MAX_CLOSING_ATTEMPTS = 3;

/** An assistant may not get around a checkpoint (R31): not at all under strict policies, else not without saying why. */
function checkCheckpoints(plan: Plan, command: ModifyPlan): void {
  if (command.by === "person") return;
  const step = changedCheckpoint(plan, command);
  if (!step) return;
  if (isStrict(plan)) {
    throw new AppError(
      "REVIEW_REQUIRES_HUMAN",
      `Step ${step.order} requires a person's review, and under ${plan.reviewPolicy} only a person may change or leave it out. ` +
        "Next: call get_next_step and request_user_review for it, or ask the person to change the plan in the console.",
      { stepId: step.id, reviewPolicy: plan.reviewPolicy },
    );
  }
  if (!command.modificationRationale) {
    throw invalid("modificationRationale", "must say why a step that requires review is changed");
  }
}

/** The step that requires review and would be removed, failed, reworded or overtaken. */
export function changedCheckpoint(plan: Plan, command: ModifyPlan): Step | undefined {
  const checkpoints = plan.steps.filter((step) => step.requiresReview);
  const open = checkpoints.filter((step) => !isSettled(step.status));
  switch (command.action) {
    case "remove_step":
    case "fail_step":
      return open.find(({ id }) => id === command.stepId);
    case "update_step_instructions":
      // A settled one too: its instructions are what the person decided about, and a failed one may be retried.
      return checkpoints.find(({ id }) => id === command.stepId);
    case "reorder_steps":
      return open.find((step) => isOvertaken(plan, step, command.stepIds));
    case "add_steps":
    case "retry_step":
    case "change_budget":
      return undefined;
  }
}

function isOvertaken(plan: Plan, checkpoint: Step, stepIds: readonly string[]): boolean {
  const before = new Set(stepIds.slice(0, Math.max(0, stepIds.indexOf(checkpoint.id))));
  // A failed step counts, since it may be retried.
  const isDone = ({ status }: Step) => status === "completed" || status === "skipped";
  return plan.steps.some(
    (step) => step.order > checkpoint.order && before.has(step.id) && !isDone(step),
  );
}

/** People may change any open plan; assistants only one that awaits no review and has not stalled. */
function checkOpen(plan: Plan): void {
  if (isClosed(plan.status)) throw closedPlan(plan);
}

function waitsForReview(step: Step): AppError {
  return new AppError(
    "AWAITING_REVIEW",
    "This step waits for a person's review, so only a decision ends it. Next: decide the review.",
    { stepId: step.id },
  );
}

function checkModifiable(plan: Plan): void {
  const { status, reviewPolicy } = plan;
  if (status === "planning" || status === "executing") return;
  if (plan.isCancelled) {
    throw new AppError(
      "PLAN_NOT_MODIFIABLE",
      `${endedInWords(plan)} Next: stop working on it and tell the person what you had found.`,
      { status },
    );
  }
  throw new AppError(
    "PLAN_NOT_MODIFIABLE",
    `A plan that is ${status} cannot be modified. Next: ${status === "awaiting_review" ? howToDecide({ reviewPolicy }) : NEXT_CALL[status]}.`,
    { status },
  );
}

const NEXT_CALL = {
  stalled:
    "call get_next_step with reclaim: true, which takes up the stalled step again, then modify the plan",
  completed: "call create_research_plan for further research",
  failed: "call create_research_plan for a new attempt",
} as const;

function settled(stepId: string, status: string): AppError {
  return new AppError(
    "STEP_SETTLED",
    `This step is already ${status}. Next: call get_next_step to go on${status === "failed" ? ", or modify_plan with action retry_step to try it again" : ""}.`,
    { stepId, status },
  );
}
