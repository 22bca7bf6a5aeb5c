import { acceptedContent, inputResponse, type ServerContext } from "@modelcontextprotocol/server";
import { LIMITS, type ReviewDecision } from "@trovella/plan-engine";
import { z } from "zod";
import type { Answer, Dialogue, QuestionState } from "./question.ts";

export const questionKey = "decision";

/** In the order of the form: what cannot be undone comes last. */
const CHOICES = [
  "approve",
  "modify",
  "skip",
  "reject",
] as const satisfies readonly ReviewDecision[];

/**
 * The form that the client shows its user first: one choice. The first is selected in the form, as
 * in clients that show a list, but a reply that leaves the choice out decides nothing.
 */
export const decisionSchema = z.object({
  decision: z
    .enum(CHOICES)
    .meta({ default: CHOICES[0] })
    .describe(
      "approve: go on. modify: do the step again with your feedback. skip: leave the step out. reject: end the plan.",
    ),
});

/** The second form, after modify. */
export const feedbackSchema = z.object({
  feedback: z.string().min(1).max(LIMITS.noteLength).describe("What should change"),
});

const answerSchema = decisionSchema.partial().extend(feedbackSchema.partial().shape);

/** The answer in a request, with the state of the question it answers. */
export function answerOf({ mcpReq }: ServerContext): Dialogue["reply"] {
  const { inputResponses } = mcpReq;
  const state = mcpReq.requestState<QuestionState>() ?? null;
  if (inputResponses === undefined && state === null) return null;
  return { state, answer: answered(inputResponses) };
}

function answered(inputResponses: Parameters<typeof inputResponse>[0]): Answer {
  const response = inputResponse(inputResponses, questionKey);
  if (response.kind !== "elicit") return { action: "unusable" };
  if (response.action !== "accept") return { action: response.action };
  const content = acceptedContent(inputResponses, questionKey, answerSchema);
  return content
    ? { action: "accept", decision: content.decision, feedback: content.feedback }
    : { action: "unusable" };
}
