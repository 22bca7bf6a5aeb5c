import { AppError } from "@trovella/foundation";
import { isClosed, type Plan } from "../plan.ts";
import type { PlanEvent, RemainingEvent } from "../plan-event.ts";

/**
 * Decides whether texts of refused results leave the log of a plan (R40). No command of a client: only the operator's retention
 * asks for it.
 */
export function removeTexts(
  plan: Plan,
  left: readonly [RemainingEvent, ...RemainingEvent[]],
  now: Date,
): PlanEvent[] {
  const isWaiting = plan.steps.some(({ status }) => status === "awaiting_input");
  if (!isClosed(plan.status) || isWaiting) {
    throw new AppError(
      "INVALID_TRANSITION",
      "Only the log of a plan that has ended, without an open review, loses texts. Next: wait for its end.",
      { status: plan.status },
    );
  }
  return [{ type: "texts_removed", left, at: now }];
}
