import { type AppError, invalidField } from "@trovella/foundation";
import type { Plan } from "@trovella/plan-engine";
import type { CallContext } from "../calls/call-context.ts";

/**
 * The step that the call's ticket decides. A ticket that is not valid for this call never counts as a relayed decision
 * instead, and a refusal does not say which check failed.
 */
export function requireTicket(
  { card, caller, client }: CallContext,
  plan: Plan,
  stepId: string | undefined,
): string {
  const ticket = card?.ticket;
  if (
    !ticket ||
    ticket.userId !== caller.userId ||
    ticket.organizationId !== caller.tenant.organizationId ||
    ticket.clientName !== client.name ||
    ticket.planId !== plan.id ||
    ticket.stepId !== (stepId ?? ticket.stepId)
  ) {
    throw invalid("is not valid here");
  }
  const review = plan.reviews.find(({ id }) => id === ticket.reviewId);
  if (!review || review.decision) throw invalid("is for a review that is already over");
  return ticket.stepId;
}

function invalid(problem: string): AppError {
  return invalidField(
    "ticket",
    `${problem}, so nothing was decided. Next: call get_plan_status to see what the plan waits for.`,
  );
}
