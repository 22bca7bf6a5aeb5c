import { attemptMs } from "../budget.ts";
import { closedPlan } from "../closed-plan.ts";
import type { CancelPlan } from "../person-command.ts";
import { isClosed, type Plan } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";
import { movesTo } from "../plan-status.ts";

/** Decides what follows when a person cancels a plan: it fails, and every open step ends with it (R37). */
export function cancelPlan(plan: Plan, { reason }: CancelPlan, now: Date): PlanEvent[] {
  if (isClosed(plan.status)) throw closedPlan(plan);
  const workMs = plan.steps.reduce((total, step) => total + attemptMs(plan, step, now), 0);
  return [
    {
      type: "plan_status_changed",
      from: plan.status,
      moves: movesTo(plan.status, "failed"),
      reason,
      isCancelled: true,
      ...(workMs === 0 ? {} : { workMs }),
      at: now,
    },
  ];
}
