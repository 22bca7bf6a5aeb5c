import { AppError } from "@trovella/foundation";
import { isSettled, type PlanStatus, type StepStatus } from "./plan.ts";

export const PLAN_TRANSITIONS: Readonly<Record<PlanStatus, readonly PlanStatus[]>> = {
  planning: ["executing", "failed"],
  executing: ["awaiting_review", "stalled", "completed", "failed"],
  awaiting_review: ["executing", "failed"],
  stalled: ["executing", "failed"],
  completed: [],
  failed: [],
};

export const STEP_TRANSITIONS: Readonly<Record<StepStatus, readonly StepStatus[]>> = {
  pending: ["in_progress", "skipped"],
  in_progress: ["awaiting_input", "completed", "failed"],
  awaiting_input: ["in_progress", "completed", "skipped", "failed"],
  completed: [],
  skipped: [],
  failed: ["pending"],
};

export function canTransitionPlan(from: PlanStatus, to: PlanStatus): boolean {
  return PLAN_TRANSITIONS[from].includes(to);
}

export function canTransitionStep(from: StepStatus, to: StepStatus): boolean {
  return STEP_TRANSITIONS[from].includes(to);
}

export function transitionPlan(from: PlanStatus, to: PlanStatus): PlanStatus {
  if (!canTransitionPlan(from, to)) throw invalidTransition("plan", from, to);
  return to;
}

export function transitionStep(from: StepStatus, to: StepStatus): StepStatus {
  if (!canTransitionStep(from, to)) throw invalidTransition("step", from, to);
  return to;
}

/** The plan's status as its steps imply it. A failed step settles; it does not fail the plan. */
export function derivePlanStatus(steps: readonly StepStatus[]): PlanStatus {
  if (steps.length === 0) return "planning";
  if (steps.includes("awaiting_input")) return "awaiting_review";
  if (steps.every(isSettled)) return "completed";
  return "executing";
}

function invalidTransition(what: "plan" | "step", from: string, to: string): AppError {
  return new AppError(
    "INVALID_TRANSITION",
    `A ${what} cannot go from ${from} to ${to}. Next: call get_plan_status to see where the plan stands.`,
    { from, to },
  );
}
