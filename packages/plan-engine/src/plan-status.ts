import { applyEvent } from "./apply-event.ts";
import { isClosed, type Plan, type PlanStatus } from "./plan.ts";
import type { PlanEvent } from "./plan-event.ts";
import { canTransitionPlan, derivePlanStatus } from "./plan-transitions.ts";

/**
 * A command's events followed by the one change of the plan's status they lead to, if any.
 * Only activity on a step (handing out, submitting, requesting review) brings a stalled plan here.
 */
export function withStatusChange(
  plan: Plan,
  events: readonly PlanEvent[],
  at: Date,
  failure: string | null = null,
): PlanEvent[] {
  const after = events.reduce<Plan>(applyEvent, plan);
  const target = failure === null ? impliedStatus(after) : "failed";
  if (isClosed(plan.status) || target === plan.status) return [...events];
  return [
    ...events,
    {
      type: "plan_status_changed",
      from: plan.status,
      moves: movesTo(plan.status, target),
      reason: failure,
      at,
    },
  ];
}

function impliedStatus(plan: Plan): PlanStatus {
  // Pending steps derive to executing, but no step has been started yet.
  if (plan.status === "planning" && plan.steps.every((step) => step.status === "pending")) {
    return "planning";
  }
  return derivePlanStatus(plan.steps.map((step) => step.status));
}

/** A plan that is planning or stalled passes through executing where there is no direct transition. */
function movesTo(from: PlanStatus, to: PlanStatus): PlanStatus[] {
  const isAtRest = from === "planning" || from === "stalled";
  const isDirect = to === "executing" || (!isAtRest && canTransitionPlan(from, to));
  return isDirect ? [to] : ["executing", to];
}
