import { AppError } from "@trovella/foundation";
import type { AssignPlan } from "../command.ts";
import { isClosed, type Plan } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";

/** Decides who is asked to review the plan's checkpoints from now on (R38). Saying so twice changes nothing. */
export function assignPlan(plan: Plan, command: AssignPlan, now: Date): PlanEvent[] {
  if (isClosed(plan.status)) {
    throw new AppError(
      "PLAN_CLOSED",
      `This plan is ${plan.status}, so nothing of it is left to review. Next: read what came of it.`,
      { planId: plan.id },
    );
  }
  const assigneeId = command.assigneeId ?? null;
  return plan.assigneeId === assigneeId ? [] : [{ type: "plan_assigned", assigneeId, at: now }];
}
