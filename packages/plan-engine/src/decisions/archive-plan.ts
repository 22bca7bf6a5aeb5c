import { AppError } from "@trovella/foundation";
import { isClosed, type Plan } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";

/** Decides whether a closed plan goes out of sight (R37). Archiving twice changes nothing. */
export function archivePlan(plan: Plan, now: Date): PlanEvent[] {
  if (!isClosed(plan.status)) {
    throw new AppError(
      "INVALID_TRANSITION",
      "Only a plan that has ended can be archived. Next: cancel it first, or wait for its end.",
      { from: plan.status, to: "archived" },
    );
  }
  return plan.archivedAt ? [] : [{ type: "plan_archived", at: now }];
}

export function restorePlan(plan: Plan, now: Date): PlanEvent[] {
  return plan.archivedAt ? [{ type: "plan_restored", at: now }] : [];
}
