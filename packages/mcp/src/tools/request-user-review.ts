import { newId } from "@trovella/db";
import { AppError, invalidField } from "@trovella/foundation";
import { LIMITS } from "@trovella/plan-engine";
import { handleCommand } from "@trovella/research";
import { z } from "zod";
import { reviewUrl, waitForReview } from "../console-urls.ts";
import { defineTool } from "../define-tool.ts";
import {
  leaseToken,
  next,
  planId,
  planStatus,
  planVersion,
  reviewDecision,
  stepId,
  stepStatus,
  summaryText,
} from "../fields.ts";
import { answerReview } from "../review/answer-review.ts";
import { Question } from "../review/question.ts";

export const requestUserReview = defineTool({
  name: "request_user_review",
  title: "Ask the person to review",
  description:
    "Pauses the plan at a step in progress until a person has decided: approve, reject, modify or skip. Give a summary they can decide on. Where the client can ask its person directly, the decision comes back with this call.",
  input: {
    planId,
    stepId,
    leaseToken,
    summary: summaryText,
    questions: z.array(summaryText).max(LIMITS.questionsInReview).optional(),
  },
  output: {
    status: z.enum(["awaiting_review", "decided"]),
    reviewUrl: z.string(),
    decision: reviewDecision.optional(),
    feedback: z.string().nullish(),
    stepStatus: stepStatus.optional(),
    planStatus: planStatus.optional(),
    decidedVia: z.string().optional(),
    planVersion,
    next,
  },
  permission: "write",
  writes: "plan",

  async run({ planId, stepId, leaseToken, summary, questions }, call) {
    const { reply } = call.dialogue;
    if (reply) {
      // Without the sealed state a client could answer a question that was never asked.
      if (!reply.state) {
        throw invalidField(
          "inputResponses",
          "came without the requestState they answer. Next: call request_user_review without them, and answer what it asks.",
        );
      }
      // The question may have been asked under another token of the same user.
      if (!call.may("review")) {
        throw new AppError(
          "FORBIDDEN",
          "You may not decide reviews. Next: let a person decide in the console.",
        );
      }
      return answerReview(call, { planId, stepId }, { ...reply, state: reply.state });
    }

    const reviewId = newId("review");
    const change = await handleCommand(call, planId, {
      type: "request_review",
      reviewId,
      stepId,
      leaseToken,
      summary,
      questions,
    });
    const waiting = await call.commit(change, {
      status: "awaiting_review" as const,
      reviewUrl: reviewUrl(call.console, change.plan.id),
      planVersion: change.plan.version,
      next: waitForReview(call.console, change.plan),
    });
    if (!call.dialogue.isPossible || !call.may("review")) return waiting;
    const state = { planId, stepId, reviewId, round: 1, nonce: newId("call") };
    return new Question(questionText(summary, questions), state);
  },
});

function questionText(summary: string, questions: readonly string[] = []): string {
  const asked = questions.map((question) => `- ${question}`);
  return [summary, ...(asked.length > 0 ? ["", "Questions:", ...asked] : [])].join("\n");
}
