import { sealJson } from "@trovella/db";
import { loadPlanForUpdate } from "@trovella/db/plans";
import { approvalResult, type Plan } from "@trovella/plan-engine";
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
import { afterDecision } from "../review/review-answer.ts";

export const submitUserDecision = defineTool({
  name: "submit_user_decision",
  title: "Relay a person's review decision",
  description:
    "Passes on what the person decided about a step that waits for review; never decide yourself. approve completes the step, modify returns it with the feedback, skip drops it, reject ends the plan. Plans with reviewPolicy human_only refuse this.",
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
    planVersion,
    next,
  },
  permission: "review",
  writes: "plan",
  isDestructive: true,

  async run({ planId, stepId, decision, feedback }, call) {
    const loaded = await loadPlanForUpdate(call.context, planId);
    const result = sealJson(approvalResult(loaded.plan, { stepId, feedback }));
    const events = call.decide(loaded.plan, {
      type: "decide_review",
      stepId,
      decision,
      feedback,
      decidedVia: "relayed",
      decidedBy: call.caller.userId,
      resultDigest: result.digest,
    });
    const decidedStep = events.find((event) => event.type === "review_decided")?.stepId ?? "";
    return call.reply(
      loaded,
      events,
      (plan) => decided(plan, decidedStep),
      decision === "approve" ? { result, report: null } : undefined,
    );
  },
});

function decided(plan: Plan, stepId: string) {
  const step = plan.steps.find(({ id }) => id === stepId);
  return {
    stepId,
    stepStatus: step?.status ?? "completed",
    planStatus: plan.status,
    decidedVia: "relayed",
    planVersion: plan.version,
    next: afterDecision(plan),
  };
}
