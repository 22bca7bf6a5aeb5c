import { AppError } from "@trovella/foundation";
import { budgetSpent } from "../budget.ts";
import { closedPlan } from "../closed-plan.ts";
import type { AskForCheckpoint, EditStep, SkipStep } from "../person-command.ts";
import { findStep, isClosed, isSettled, type Plan, type Step } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";
import { withPersonsChange } from "../plan-status.ts";
import { invalid } from "../shape.ts";
import { checkStepCount } from "./complete-step.ts";

/** Decides what follows when a person leaves a pending step out (R37). */
export function skipStep(plan: Plan, { stepId, reason }: SkipStep, now: Date): PlanEvent[] {
  const step = pendingStep(plan, stepId, "skipped");
  const skipped: PlanEvent = {
    type: "step_skipped",
    stepId: step.id,
    by: "person",
    reason,
    at: now,
  };
  return withPersonsChange(plan, [skipped], now);
}

/** Decides what a pending step is from now on (R37). Saying what it is already changes nothing. */
export function editStep(plan: Plan, command: EditStep, now: Date): PlanEvent[] {
  const step = pendingStep(plan, command.stepId, "edited");
  const edited = {
    stepType: command.stepType ?? step.type,
    instructions: command.instructions ?? step.instructions,
    requiresReview: command.requiresReview ?? step.requiresReview,
  };
  const isSame =
    edited.stepType === step.type &&
    edited.instructions === step.instructions &&
    edited.requiresReview === step.requiresReview;
  if (isSame) return [];
  return withPersonsChange(
    plan,
    [{ type: "step_edited", stepId: step.id, ...edited, at: now }],
    now,
  );
}

/**
 * Decides where the checkpoint goes that a person asks for: every pending step after it waits for it, whatever the
 * policy; where a place is given, it waits for the open steps before it.
 */
export function askForCheckpoint(plan: Plan, command: AskForCheckpoint, now: Date): PlanEvent[] {
  if (isClosed(plan.status)) throw closedPlan(plan);
  if (plan.phase !== "open") throw budgetSpent(plan);
  checkStepCount(plan, 1);
  const { insertAfterOrder } = command;
  const afterOrder = insertAfterOrder ?? placeRightNow(plan);
  if (afterOrder > plan.steps.length) {
    throw invalid("insertAfterOrder", `must be from 0 to ${plan.steps.length}`);
  }
  const before = plan.steps.slice(0, afterOrder);
  const after = plan.steps.slice(afterOrder);
  const added: PlanEvent = {
    type: "steps_added",
    afterOrder,
    steps: [
      {
        id: command.newId("step"),
        type: "checkpoint",
        instructions: command.instructions,
        dependsOn: insertAfterOrder === undefined ? [] : openSteps(before).map(({ id }) => id),
        requiresReview: true,
        isClosing: false,
      },
    ],
    branchOf: null,
    waitingStepIds: after.filter(({ status }) => status === "pending").map(({ id }) => id),
    rationale: null,
    at: now,
  };
  return withPersonsChange(plan, [added], now);
}

/** Before the first pending step, which is the next to be handed out; at the end when none is left. */
function placeRightNow({ steps }: Plan): number {
  const pending = steps.find(({ status }) => status === "pending");
  return pending ? pending.order - 1 : steps.length;
}

function openSteps(steps: readonly Step[]): Step[] {
  return steps.filter(({ status }) => !isSettled(status));
}

function pendingStep(plan: Plan, stepId: string, what: string): Step {
  if (isClosed(plan.status)) throw closedPlan(plan);
  const step = findStep(plan, stepId);
  if (step.status === "pending") return step;
  throw new AppError(
    isSettled(step.status) ? "STEP_SETTLED" : "INVALID_TRANSITION",
    `Only a pending step can be ${what}, but this one is ${step.status}. Next: look at the plan as it is now.`,
    { stepId: step.id, status: step.status },
  );
}
