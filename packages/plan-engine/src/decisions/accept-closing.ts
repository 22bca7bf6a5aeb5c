import { AppError } from "@trovella/foundation";
import { isClosed, type Plan } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";

/** Decides what follows when a person lets a plan end early. Saying so twice changes nothing. */
export function acceptClosing(plan: Plan, now: Date): PlanEvent[] {
  if (plan.phase === "open" || isClosed(plan.status)) {
    throw new AppError(
      "INVALID_TRANSITION",
      "This plan is not closing early. Next: read its status again.",
      { phase: plan.phase, status: plan.status },
    );
  }
  return plan.closingAcceptedAt ? [] : [{ type: "closing_accepted", at: now }];
}
