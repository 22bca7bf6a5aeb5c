import type { DeclineReview } from "../command.ts";
import { findStep, isClosed, type Plan } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";

/** Records that the person declined to decide in the client; the review stays open. */
export function declineReview(plan: Plan, command: DeclineReview, now: Date): PlanEvent[] {
  const step = findStep(plan, command.stepId);
  const review = plan.reviews.find(({ stepId, decision }) => stepId === step.id && !decision);
  if (!review || isClosed(plan.status)) return [];
  return [{ type: "review_declined", reviewId: review.id, stepId: step.id, at: now }];
}
