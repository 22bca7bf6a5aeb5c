import { applyEvent } from "../apply-event.ts";
import { takeBranch } from "../branching.ts";
import type { ExpressionRoot } from "../expression/expression.ts";
import type { Plan, Step } from "../plan.ts";
import type { PlanEvent, PlanEventOf } from "../plan-event.ts";
import { withStatusChange } from "../plan-status.ts";

interface Completion {
  /** Earlier events of the same command. */
  readonly before: readonly PlanEvent[];
  readonly completed: PlanEventOf<"step_completed">;
  /** The values that the step's branching conditions read. */
  readonly root: ExpressionRoot;
}

/** Completes a step, takes the branch its conditions point to, and settles the plan's status. */
export function completeStep(
  plan: Plan,
  step: Step,
  { before, completed, root }: Completion,
): PlanEvent[] {
  const events = [...before, completed];
  const branch = takeBranch(events.reduce<Plan>(applyEvent, plan), step, root, completed.at);
  return withStatusChange(plan, [...events, ...branch.events], completed.at, branch.failure);
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
