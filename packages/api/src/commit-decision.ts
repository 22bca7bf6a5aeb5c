import type { TenantContext } from "@trovella/db";
import { loadPlanForUpdate } from "@trovella/db/plans";
import { AppError } from "@trovella/foundation";
import type { DecidedVia, Plan, Review, ReviewDecision } from "@trovella/plan-engine";
import {
  type Caller,
  decideReview,
  type RuleReader,
  saveAndCommit,
  shortClientName,
} from "@trovella/research";

export interface SubmittedDecision {
  readonly planId: string;
  /** The review that the user saw, or else the step and the attempt they saw. */
  readonly reviewId?: string | undefined;
  readonly stepId?: string | undefined;
  readonly expectedAttempt?: number | undefined;
  readonly decision: ReviewDecision;
  readonly feedback?: string | undefined;
}

export async function commitDecision(
  context: TenantContext,
  verdict: SubmittedDecision,
  {
    caller,
    now,
    rule,
  }: { readonly caller: Caller; readonly now: () => Date; readonly rule: RuleReader },
) {
  if (isLockedPage(caller)) throw pinRequired();
  const loaded = await loadPlanForUpdate(context, verdict.planId);
  const review = meantReview(loaded.plan, verdict);
  if (review.decision) throw alreadyDecided(review, caller);
  const { userId } = caller;
  const via = caller.isPerson ? "console" : "api";
  const change = await decideReview(
    context,
    loaded,
    {
      stepId: review.stepId,
      decision: verdict.decision,
      feedback: verdict.feedback?.trim(),
      decidedVia: via,
      decidedBy: userId,
    },
    { now: now(), rule },
  );
  const actor = { userId, client: shortClientName(caller.clientName) ?? via, via, sessionId: null };
  await saveAndCommit(context, change, { actor });
  return decided(change.plan, review.id);
}

/** A page of the console where the review PIN was not entered yet. */
export function isLockedPage({ browserSessionId, isPerson }: Caller): boolean {
  return browserSessionId !== null && !isPerson;
}

export function pinRequired(): AppError {
  return new AppError(
    "REVIEW_REQUIRES_HUMAN",
    "Decisions need the review PIN. Next: enter it in the console, then decide again.",
    { pinRequired: true },
  );
}

function meantReview(plan: Plan, { reviewId, stepId, expectedAttempt }: SubmittedDecision): Review {
  const candidates = plan.reviews.filter(
    (review) => (!reviewId || review.id === reviewId) && (!stepId || review.stepId === stepId),
  );
  const review = candidates.find(({ decision }) => !decision) ?? candidates.at(-1);
  if (!review) {
    throw new AppError("NOT_FOUND", "There is no such review. Next: open the inbox again.");
  }
  const step = plan.steps.find(({ id }) => id === review.stepId);
  if (expectedAttempt !== undefined && step?.attempt !== expectedAttempt) {
    throw new AppError(
      "STALE_LEASE",
      "The step was started again since you saw it. Next: look at the review as it is now, then decide.",
      { attempt: step?.attempt ?? null },
    );
  }
  return review;
}

const VIA: Readonly<Record<DecidedVia, string>> = {
  console: "in the console",
  app: "in the chat",
  elicitation: "in the assistant",
  api: "by a token",
  relayed: "through the assistant",
};

function alreadyDecided(review: Review, caller: Caller): AppError {
  const { decision, feedback, decidedBy, decidedAt, decidedVia } = review;
  const isSelf = decidedBy === caller.userId;
  const who = isSelf ? "you" : (decidedBy ?? "somebody");
  const place = decidedVia ? ` ${VIA[decidedVia]}` : "";
  return new AppError(
    "ALREADY_DECIDED",
    `This review was already decided by ${who}${place} at ${decidedAt?.toISOString()}: ${decision}. Next: see in the plan what came of it.`,
    {
      reviewId: review.id,
      decision,
      feedback,
      decidedBy,
      decidedByName: isSelf ? caller.userName : null,
      decidedAt: decidedAt?.toISOString() ?? null,
      decidedVia,
    },
  );
}

function decided(plan: Plan, reviewId: string) {
  const review = plan.reviews.find(({ id }) => id === reviewId);
  const step = plan.steps.find(({ id }) => id === review?.stepId);
  return {
    planId: plan.id,
    planStatus: plan.status,
    planVersion: plan.version,
    reviewId,
    stepId: step?.id ?? null,
    stepStatus: step?.status ?? null,
    decision: review?.decision ?? null,
    decidedAt: review?.decidedAt ?? null,
    decidedBy: review?.decidedBy ?? null,
    decidedVia: review?.decidedVia ?? null,
  };
}
