import { readPlan } from "@trovella/db/plans";
import { isClosed, type Plan } from "@trovella/plan-engine";
import type { CallContext } from "../calls/call-context.ts";
import { Waiting } from "../waiting/waiting.ts";
import { decided } from "./answer-review.ts";
import { Question } from "./question.ts";

/** The committed reply as it is, or a wait for the decision if the caller wants one and nobody was asked. */
export function waitForDecision<Reply extends object>(
  call: CallContext,
  reviewId: string,
  reply: Reply | Question,
): Reply | Question | Waiting {
  const { canWait, plan } = call;
  if (!canWait || !plan || reply instanceof Question || !isStillOpen(reply)) return reply;
  return new Waiting({
    plan,
    purpose: "a person's decision",
    claim: (now) => (isClosed(now.status) || reviewIn(now, reviewId)?.decision ? now : null),
    async finish(later) {
      const { plan: now } = await readPlan(later.context, plan.id);
      const review = reviewIn(now, reviewId);
      return review?.decision ? decided(now, review, later) : reply;
    },
  });
}

/** Someone who declined in the dialogue is not waited for. */
function isStillOpen(reply: { readonly status?: string; readonly declined?: true }): boolean {
  return reply.status === "awaiting_review" && !reply.declined;
}

function reviewIn(plan: Plan, reviewId: string) {
  return plan.reviews.find(({ id }) => id === reviewId);
}
