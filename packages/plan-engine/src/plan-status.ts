import { applyEvent } from "./apply-event.ts";
import { isClosed, isSettled, type Plan, type PlanStatus } from "./plan.ts";
import type { PlanEvent } from "./plan-event.ts";
import { timed, withPhaseChange } from "./plan-phase.ts";
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
  const counted = failure === null ? withPhaseChange(plan, events, at) : timed(plan, events);
  const after = counted.reduce<Plan>(applyEvent, plan);
  const target = failure === null ? impliedStatus(after) : "failed";
  if (isClosed(plan.status) || target === plan.status) return counted;
  return [
    ...counted,
    {
      type: "plan_status_changed",
      from: plan.status,
      moves: movesTo(plan.status, target),
      reason: failure,
      at,
    },
  ];
}

/**
 * For what is no work on a step: the events and the change of phase they lead to. The status stays, unless that leaves
 * nothing to do.
 */
export function withoutActivity(plan: Plan, events: readonly PlanEvent[], at: Date): PlanEvent[] {
  const all = withPhaseChange(plan, events, at);
  const isOver = all.reduce<Plan>(applyEvent, plan).steps.every(({ status }) => isSettled(status));
  return isOver ? withStatusChange(plan, all, at) : all;
}

/** For what a person changes in an open plan: no work on a step, so a stalled plan stays stalled. */
export function withPersonsChange(plan: Plan, events: readonly PlanEvent[], at: Date): PlanEvent[] {
  return plan.status === "stalled"
    ? withoutActivity(plan, events, at)
    : withStatusChange(plan, events, at);
}

function impliedStatus(plan: Plan): PlanStatus {
  // Pending steps derive to executing, but no step has been started yet.
  const isUntouched = ({ status }: Plan["steps"][number]) =>
    status === "pending" || status === "skipped";
  const hasPending = plan.steps.some((step) => step.status === "pending");
  if (plan.status === "planning" && hasPending && plan.steps.every(isUntouched)) return "planning";
  return derivePlanStatus(plan.steps.map((step) => step.status));
}

/** A plan that is planning or stalled passes through executing where there is no direct transition. */
export function movesTo(from: PlanStatus, to: PlanStatus): PlanStatus[] {
  const isAtRest = from === "planning" || from === "stalled";
  const isDirect = to === "executing" || (!isAtRest && canTransitionPlan(from, to));
  return isDirect ? [to] : ["executing", to];
}
