import type { Json } from "@trovella/foundation";
import { AppError } from "@trovella/foundation";
import { acceptsDecision } from "../accepts-decision.ts";
import { appendFeedback } from "../apply-event.ts";
import { endedInWords } from "../closed-plan.ts";
import type { DecideReview } from "../command.ts";
import { LIMITS } from "../limits.ts";
import { findStep, isClosed, type Plan, type Review, type Step } from "../plan.ts";
import type { PlanEvent } from "../plan-event.ts";
import type { ReviewPolicy } from "../plan-fields.ts";
import { withStatusChange } from "../plan-status.ts";
import { invalid } from "../shape.ts";
import { completeStep } from "./complete-step.ts";

/** Decides what follows when a person has reviewed a step. */
export function decideReview(plan: Plan, command: DecideReview, now: Date): PlanEvent[] {
  checkDecider(plan, command);
  const step = findReviewedStep(plan, command);
  const review = openReview(plan, step);
  checkDeclined(review, command, now);
  const decided: PlanEvent = {
    type: "review_decided",
    reviewId: review.id,
    stepId: step.id,
    decision: command.decision,
    feedback: command.feedback ?? null,
    decidedVia: command.decidedVia,
    decidedBy: command.decidedBy ?? null,
    at: now,
  };
  return followDecision(plan, step, review, { command, decided, now });
}

/** The result of an approved step; null when no open review matches. */
export function approvalResult(
  plan: Plan,
  {
    stepId,
    feedback,
  }: { readonly stepId?: string | undefined; readonly feedback?: string | undefined },
): Json {
  const open = plan.reviews.filter(
    (review) => !review.decision && (!stepId || review.stepId === stepId),
  );
  return open[0] ? approvedResult(open[0], feedback) : null;
}

interface Decided {
  readonly command: DecideReview;
  readonly decided: PlanEvent;
  readonly now: Date;
}

function followDecision(
  plan: Plan,
  step: Step,
  review: Review,
  { command, decided, now }: Decided,
): PlanEvent[] {
  const { feedback } = command;
  switch (command.decision) {
    case "approve":
      return approve(plan, step, review, { command, decided, now });
    case "reject": {
      const reason = feedback ? `Rejected in review: ${feedback}` : "Rejected in review.";
      const failed: PlanEvent = {
        type: "step_failed",
        stepId: step.id,
        reason,
        rationale: null,
        at: now,
      };
      return withStatusChange(plan, [decided, failed], now, reason);
    }
    case "modify": {
      const sentBack = sendBack(step, feedback, now);
      return withStatusChange(plan, [decided, sentBack], now);
    }
    case "skip": {
      const skipped: PlanEvent = { type: "step_skipped", stepId: step.id, by: "review", at: now };
      return withStatusChange(plan, [decided, skipped], now);
    }
  }
}

function approve(
  plan: Plan,
  step: Step,
  review: Review,
  { command, decided, now }: Decided,
): PlanEvent[] {
  if (!command.resultDigest) throw invalid("resultDigest", "is needed to approve");
  return completeStep(plan, step, {
    before: [decided],
    root: {
      result: approvedResult(review, command.feedback),
      resultSummary: review.summary,
      stepType: step.type,
    },
    completed: {
      type: "step_completed",
      stepId: step.id,
      resultDigest: command.resultDigest,
      reportDigest: null,
      resultSummary: review.summary,
      confidence: null,
      outputFormattingNotes: null,
      at: now,
    },
  });
}

function sendBack(step: Step, feedback: string | undefined, at: Date): PlanEvent {
  if (!feedback) throw invalid("feedback", "must say what to change when the decision is modify");
  if (appendFeedback(step.instructions, feedback).length > LIMITS.instructionsLength) {
    throw new AppError(
      "LIMIT_EXCEEDED",
      `The instructions with this feedback would be longer than ${LIMITS.instructionsLength} characters. ` +
        "Next: give shorter feedback, or decide approve or skip.",
      { stepId: step.id, limit: LIMITS.instructionsLength },
    );
  }
  return { type: "step_sent_back", stepId: step.id, feedback, at };
}

function checkDecider(plan: Plan, command: DecideReview): void {
  if (acceptsDecision(plan.reviewPolicy, command.decidedVia)) return;
  throw new AppError(
    "REVIEW_REQUIRES_HUMAN",
    `${WHO_DECIDES[plan.reviewPolicy]} Next: ask the person to open the reviewUrl that get_next_step returns.`,
    { reviewPolicy: plan.reviewPolicy, decidedVia: command.decidedVia },
  );
}

const WHO_DECIDES: Readonly<Record<ReviewPolicy, string>> = {
  relayed_allowed: "",
  client_attested:
    "This plan takes review decisions only from a person, in the console or in a dialog of the client.",
  human_only: "This plan takes review decisions only from a person in the console.",
};

/** A decision that the model relays right after the person declined to decide is not theirs. */
function checkDeclined({ declinedAt }: Review, { decidedVia }: DecideReview, now: Date): void {
  if (decidedVia !== "relayed" || declinedAt === null) return;
  if (now.getTime() - declinedAt.getTime() >= DECLINED_MS) return;
  throw new AppError(
    "REVIEW_REQUIRES_HUMAN",
    "The person has just declined to decide, so no decision is relayed for ten minutes. " +
      "Next: ask the person to open the reviewUrl that get_next_step returns.",
    { declinedAt: declinedAt.toISOString() },
  );
}

const DECLINED_MS = 10 * 60 * 1000;

function findReviewedStep(plan: Plan, { stepId }: DecideReview): Step {
  if (stepId) return waitingStep(plan, findStep(plan, stepId));

  const waiting = plan.steps.filter((step) => step.status === "awaiting_input");
  if (waiting.length > 1 && !isClosed(plan.status)) {
    throw new AppError(
      "STEP_REQUIRED",
      "Several steps wait for a review. Next: call again with the stepId that the decision is about.",
      { stepIds: waiting.map((step) => step.id).slice(0, LIMITS.shownIds) },
    );
  }
  if (waiting[0]) return waitingStep(plan, waiting[0]);
  throw noOpenReview(plan, plan.reviews.length > 0);
}

function waitingStep(plan: Plan, step: Step): Step {
  const isDecidable = step.status === "awaiting_input" && !isClosed(plan.status);
  if (isDecidable) return step;
  throw noOpenReview(
    plan,
    plan.reviews.some((review) => review.stepId === step.id && review.decision),
  );
}

function noOpenReview(plan: Plan, wasDecided: boolean): AppError {
  if (wasDecided && !plan.isCancelled) {
    return new AppError(
      "ALREADY_DECIDED",
      "This review has already been decided. Next: call get_plan_status to see what came of it.",
      { planId: plan.id },
    );
  }
  if (isClosed(plan.status)) {
    return new AppError(
      "PLAN_CLOSED",
      `${endedInWords(plan)} Next: call get_research_context to read it.`,
      { planId: plan.id },
    );
  }
  return new AppError(
    "INVALID_TRANSITION",
    "No review was requested here, so there is nothing to decide. Next: call get_plan_status to see where the plan stands.",
    { planId: plan.id },
  );
}

function openReview(plan: Plan, step: Step): Review {
  const review = plan.reviews.find(({ stepId, decision }) => stepId === step.id && !decision);
  if (review) return review;
  throw new AppError("INTERNAL", "The step waits for a review that is not recorded.", {
    stepId: step.id,
  });
}

/** The result of a step whose review is approved: what the step found, and the decision. */
export function approvedResult(
  { summary, result }: Pick<Review, "summary" | "result">,
  feedback: string | undefined = undefined,
): Json {
  const isObject = typeof result === "object" && result !== null && !Array.isArray(result);
  const found = isObject ? result : result === null ? {} : { result };
  return { ...found, decision: "approve", feedback: feedback ?? null, summary };
}
