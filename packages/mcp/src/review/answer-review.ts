import { newId } from "@trovella/db";
import { loadPlanForUpdate, planChange } from "@trovella/db/plans";
import { type AppError, invalidField } from "@trovella/foundation";
import { type DecidedVia, decisionRank, type Plan, type Review } from "@trovella/plan-engine";
import { decideChange, decideReview } from "@trovella/research";
import type { CallContext } from "../calls/call-context.ts";
import { ownReview, reviewUrl, waitForReview } from "../console-urls.ts";
import { type Answer, Question, type QuestionState } from "./question.ts";
import { feedbackQuestion, repeatedQuestion } from "./question-text.ts";

const MAX_ROUNDS = 3;

interface ReviewedStep {
  readonly planId: string;
  readonly stepId: string;
}

export async function answerReview(
  call: CallContext,
  { planId, stepId }: ReviewedStep,
  { state, answer }: { readonly state: QuestionState; readonly answer: Answer },
) {
  if (state.planId !== planId || state.stepId !== stepId) throw otherStep();

  const loaded = await loadPlanForUpdate(call.context, planId);
  const review = loaded.plan.reviews.find(({ id }) => id === state.reviewId);
  if (!review) throw otherStep();
  const unchanged = planChange(loaded, []);
  // The review may have been decided elsewhere in the meantime.
  if (review.decision) return call.commit(unchanged, decided(loaded.plan, review, call));
  if (answer.action === "decline") {
    const change = decideChange(loaded, { type: "decline_review", stepId }, call);
    return call.commit(change, declined(change.plan, call));
  }
  // Where a page was opened, the decision is made there.
  if (answer.action === "cancel" || state.isConsoleOnly) {
    return call.commit(unchanged, stillOpen(loaded.plan, call));
  }
  const given = answer.action === "accept" ? answer : { decision: undefined, feedback: undefined };
  const decision = state.decision ?? given.decision;
  const feedback = given.feedback?.trim();
  if (!decision || (decision === "modify" && !feedback)) {
    const waiting = await call.commit(unchanged, stillOpen(loaded.plan, call));
    if (state.round >= MAX_ROUNDS) return waiting;
    const again = { ...state, round: state.round + 1, nonce: newId("call") };
    return decision
      ? new Question(feedbackQuestion(loaded.plan, review), { ...again, decision })
      : new Question(repeatedQuestion(loaded.plan, review), again);
  }

  const decidedBy = call.caller.userId;
  const verdict = { stepId, decision, feedback, decidedVia: "elicitation" as const, decidedBy };
  const change = await decideReview(call.context, loaded, verdict, call);
  const after = change.plan.reviews.find(({ id }) => id === review.id) ?? review;
  return call.commit(change, decided(change.plan, after, call));
}

function stillOpen(plan: Plan, call: CallContext) {
  const { console } = call;
  return {
    status: "awaiting_review" as const,
    reviewUrl: reviewUrl(console, plan),
    planVersion: plan.version,
    next: `The person has not decided yet. ${waitForReview(console, plan, ownReview(call))}`,
  };
}

function declined(plan: Plan, { console }: CallContext) {
  return {
    status: "awaiting_review" as const,
    declined: true as const,
    reviewUrl: reviewUrl(console, plan),
    planVersion: plan.version,
    next: `The person declined to decide here. Do not decide for them: end your turn and tell them that they can decide at ${reviewUrl(console, plan)}. Then call get_next_step.`,
  };
}

export function decided(plan: Plan, review: Review, { console }: CallContext) {
  const step = plan.steps.find(({ id }) => id === review.stepId);
  return {
    status: "decided" as const,
    reviewUrl: reviewUrl(console, plan),
    decision: review.decision ?? undefined,
    feedback: review.feedback,
    stepStatus: step?.status,
    planStatus: plan.status,
    ...channelOf(review.decidedVia),
    planVersion: plan.version,
    next: afterDecision(plan),
  };
}

/** How the decision came, and how good a proof of a person that is (1 = best). */
export function channelOf(decidedVia: DecidedVia | null) {
  return decidedVia ? { decidedVia, decidedRank: decisionRank(decidedVia) } : {};
}

export function afterDecision({ status }: Plan): string {
  return status === "failed"
    ? "The plan has ended. get_research_context gives what was found."
    : "Call get_next_step to go on as decided.";
}

function otherStep(): AppError {
  return invalidField(
    "requestState",
    "belongs to another review. Next: call get_next_step to see what the plan waits for.",
  );
}
