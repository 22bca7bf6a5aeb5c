import { newId } from "@trovella/db";
import { FEEDBACK_TYPES, SATISFACTIONS, saveFeedback } from "@trovella/db/memory";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { next, note, planId, summaryText } from "../fields.ts";
import { findPlan } from "../plan-reference.ts";

export const submitResearchFeedback = defineTool({
  name: "submit_research_feedback",
  title: "Pass on a person's feedback",
  description:
    "Stores the person's view of the research, not yours: initial after delivery, closing at the end.",
  input: {
    planId,
    feedbackType: z.enum(FEEDBACK_TYPES),
    satisfaction: z.enum(SATISFACTIONS),
    feedbackSummary: summaryText,
    improvementSuggestions: note.optional(),
    followUpRequested: z.boolean().optional(),
  },
  output: { feedbackId: z.string(), stored: z.literal(true), next },
  permission: "write",
  writes: "record",

  async run({ planId, followUpRequested = false, ...feedback }, { context, caller, now }) {
    await findPlan(context, { planId });
    const id = newId("feedback");
    await saveFeedback(context, {
      id,
      planId,
      userId: caller.userId,
      feedbackType: feedback.feedbackType,
      satisfaction: feedback.satisfaction,
      feedbackSummary: feedback.feedbackSummary,
      improvementSuggestions: feedback.improvementSuggestions ?? null,
      followUpRequested,
      createdAt: now,
    });
    return {
      feedbackId: id,
      stored: true as const,
      next: followUpRequested
        ? "Call create_research_plan for the follow-up."
        : "Nothing more is needed.",
    };
  },
});
