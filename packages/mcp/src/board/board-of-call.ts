import { newId, withTenantContext } from "@trovella/db";
import { readPlanConsistently } from "@trovella/db/plans";
import { acceptsDecision, type Plan } from "@trovella/plan-engine";
import { type Caller, claimCountsOf, ensureDocument } from "@trovella/research";
import { findOpenReview, openReviewOf } from "../replies/open-review.ts";
import type { Client } from "../request-client.ts";
import type { Services } from "../services.ts";
import type { Card, ShownPlan } from "./card.ts";
import { planBoard } from "./plan-board.ts";

interface ShowingCall {
  readonly caller: Caller;
  readonly client: Client;
  readonly card: Card;
  readonly shown: ShownPlan;
}

/**
 * What the card needs beyond the reply, for its `_meta`, which hosts keep from the model: the plan, and a ticket when a
 * person may decide a review in the card. Empty when it cannot be read, since the call itself has succeeded.
 */
export async function boardOfCall(
  services: Services,
  { caller, client, card, shown }: ShowingCall,
): Promise<Record<string, unknown>> {
  const { console, documentAfterMs: afterMs } = services;
  const now = services.now();
  try {
    const { plan, board } = await withTenantContext(
      services.database,
      caller.tenant,
      async (context) => {
        const found = await readPlanConsistently(context, shown.planId, (one) => one);
        const facts = {
          plan: found,
          claims: await claimCountsOf(context, found.id),
          document: await ensureDocument(context, found, { now, afterMs, mayWrite: false }),
          review: await openReviewOf(context, found, shown.decides?.stepId),
          console,
          now,
        };
        return { plan: found, board: planBoard(facts) };
      },
    );
    const ticket = await ticketFor(plan, { caller, client, card, shown });
    return { "trovella/board": board, ...(ticket ? { "trovella/ticket": ticket } : {}) };
  } catch (error) {
    services.onFailure(error, newId("call"));
    return {};
  }
}

/** Null when nothing waits, or this person may not decide it, or the plan takes no decisions from a card. */
async function ticketFor(plan: Plan, { caller, client, card, shown }: ShowingCall) {
  if (!shown.decides || !caller.permissions.has("review")) return null;
  if (!acceptsDecision(plan.reviewPolicy, "app")) return null;
  const review = findOpenReview(plan, shown.decides.stepId);
  if (!review) return null;
  return card.tickets.seal({
    planId: plan.id,
    stepId: review.stepId,
    reviewId: review.id,
    userId: caller.userId,
    organizationId: caller.tenant.organizationId,
    clientName: client.name,
    nonce: newId("call"),
  });
}
