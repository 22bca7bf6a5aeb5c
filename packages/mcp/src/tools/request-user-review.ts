import { newId, sealJson } from "@trovella/db";
import { findKeptResult, loadPlanForUpdate, requireLock } from "@trovella/db/plans";
import { AppError, invalidField, type Json } from "@trovella/foundation";
import { LIMITS } from "@trovella/plan-engine";
import { handleCommand } from "@trovella/research";
import { z } from "zod";
import type { CallContext } from "../calls/call-context.ts";
import { reviewUrl, waitForReview } from "../console-urls.ts";
import { defineTool } from "../define-tool.ts";
import {
  leaseToken,
  missingFields,
  next,
  planId,
  planStatus,
  reviewDecision,
  stepId,
  stepStatus,
  summaryText,
  waitSeconds,
} from "../fields.ts";
import { answerReview } from "../review/answer-review.ts";
import { readAsker } from "../review/asked-person.ts";
import { Question } from "../review/question.ts";
import { consoleQuestion, decisionQuestion } from "../review/question-text.ts";
import { waitForDecision } from "../review/wait-for-decision.ts";
import { parseJsonText } from "../text/parse-json-text.ts";

export const requestUserReview = defineTool({
  name: "request_user_review",
  title: "Ask the person to review",
  description:
    "Pauses a step until a person decides on your summary. If your client can ask them, the reply has the decision.",
  input: {
    planId,
    stepId,
    leaseToken,
    summary: summaryText,
    questions: z.array(summaryText).max(LIMITS.questionsInReview).optional(),
    result: z.unknown().optional().describe("Becomes the step's result when approved"),
    missingFields,
    waitSeconds,
  },
  output: {
    status: z.enum(["awaiting_review", "decided"]),
    reviewUrl: z.string(),
    decision: reviewDecision.optional(),
    feedback: z.string().nullish(),
    stepStatus: stepStatus.optional(),
    planStatus: planStatus.optional(),
    decidedVia: z.string().optional(),
    decidedRank: z.int().optional(),
    declined: z.literal(true).optional(),
    next,
  },
  permission: "write",
  writes: "plan",
  asksPerson: true,
  hasBoard: true,

  async run({ planId, stepId, leaseToken, summary, questions, result, missingFields }, call) {
    call.show({ planId, decides: { stepId } });
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
      const isDecision = reply.answer.action === "accept" && !reply.state.isConsoleOnly;
      if (!call.may("review") && isDecision) {
        throw new AppError(
          "FORBIDDEN",
          "You may not decide reviews. Next: let a person decide in the console.",
        );
      }
      const answered = await answerReview(
        call,
        { planId, stepId },
        { ...reply, state: reply.state },
      );
      return waitForDecision(call, reply.state.reviewId, answered);
    }

    const reviewId = newId("review");
    const change = await handleCommand(call, planId, {
      type: "request_review",
      reviewId,
      stepId,
      leaseToken,
      summary,
      questions,
      missingFields,
      result: await reviewedResult(result, { planId, stepId }, call),
    });
    requireLock(call.context);
    const asker = await readAsker(call, change.plan);
    const waiting = await call.commit(change, {
      status: "awaiting_review" as const,
      reviewUrl: reviewUrl(call.console, change.plan),
      planVersion: change.plan.version,
      next: waitForReview(call.console, change.plan, asker),
    });
    // A person who may not decide is not asked either.
    if (!asker.mayDecide) return waiting;
    const state = { planId, stepId, reviewId, round: 1, nonce: newId("call") };
    const unasked = waitForDecision(call, reviewId, waiting);
    // Where the client's word does not count, or its token may not decide, it can do no more than open the console.
    if (change.plan.reviewPolicy === "human_only" || !call.may("review")) {
      if (!call.dialogue.canOpenUrl || !call.console.isRunning()) return unasked;
      const question = consoleQuestion(change.plan, { stepId });
      const opened = { ...state, isConsoleOnly: true } as const;
      return new Question(question, opened, reviewUrl(call.console, change.plan));
    }
    if (!call.dialogue.isPossible) return unasked;
    const asked = { stepId, summary, questions: questions ?? [] };
    return new Question(decisionQuestion(change.plan, asked), state);
  },
});

/** The result that came with the call, else the one that was refused because the step requires review. */
async function reviewedResult(
  given: unknown,
  step: { readonly planId: string; readonly stepId: string },
  { context }: CallContext,
): Promise<Json> {
  const maxChars = LIMITS.reviewResultLength;
  if (given === undefined) {
    // Under the plan's lock, so that no result is refused between this look and the decision.
    await loadPlanForUpdate(context, step.planId);
    // A request on a cached plan is always repeated under the lock.
    if (context.isOptimistic) return null;
    return findKeptResult(context, { ...step, maxChars });
  }
  const result = parseJsonText(given) as Json;
  const { text } = sealJson(result, "result");
  if (text.length <= maxChars) return result;
  throw new AppError(
    "LIMIT_EXCEEDED",
    `result is ${text.length} characters long as JSON, and a review shows at most ${maxChars}. Next: keep the details with store_research and send a shorter result.`,
    { field: "result" },
  );
}
