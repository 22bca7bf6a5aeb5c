import { loadPlanForUpdate } from "@trovella/db/plans";
import { decisionRank, type Plan } from "@trovella/plan-engine";
import { decideReview } from "@trovella/research";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import {
  next,
  note,
  planId,
  planStatus,
  planVersion,
  reviewDecision,
  stepId,
  stepStatus,
} from "../fields.ts";
import { afterDecision } from "../review/answer-review.ts";

export const submitUserDecision = defineTool({
  name: "submit_user_decision",
  title: "Relay a person's review decision",
  description:
    "Passes on what the person decided about a step that waits for review; never decide yourself. approve completes the step, modify returns it with the feedback, skip drops it, reject ends the plan. Plans with reviewPolicy human_only or client_attested refuse this.",
  input: {
    planId,
    stepId: stepId.optional().describe("Needed when several steps wait"),
    decision: reviewDecision,
    feedback: note.optional().describe("In the person's words; required for modify"),
  },
  output: {
    stepId: z.string(),
    stepStatus,
    planStatus,
    decidedVia: z.string(),
    decidedRank: z.int(),
    planVersion,
    next,
  },
  permission: "review",
  writes: "plan",
  isDestructive: true,

  async run({ planId, stepId, decision, feedback }, call) {
    const loaded = await loadPlanForUpdate(call.context, planId);
    const decidedBy = call.caller.userId;
    const verdict = { stepId, decision, feedback, decidedVia: "relayed" as const, decidedBy };
    const change = decideReview(loaded, verdict, call.now);
    const review = change.events.find((event) => event.type === "review_decided");
    return call.commit(change, decided(change.plan, review?.stepId ?? ""));
  },
});

function decided(plan: Plan, stepId: string) {
  const step = plan.steps.find(({ id }) => id === stepId);
  return {
    stepId,
    stepStatus: step?.status ?? "completed",
    planStatus: plan.status,
    decidedVia: "relayed",
    decidedRank: decisionRank("relayed"),
    planVersion: plan.version,
    next: afterDecision(plan),
  };
}
