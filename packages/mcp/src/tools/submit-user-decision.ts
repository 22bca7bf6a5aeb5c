import { loadPlanForUpdate } from "@trovella/db/plans";
import { decisionRank, type Plan } from "@trovella/plan-engine";
import { decideReview } from "@trovella/research";
import { z } from "zod";
import { defineTool } from "../define-tool.ts";
import { next, note, planId, planStatus, reviewDecision, stepId, stepStatus } from "../fields.ts";
import { stepHandleIn } from "../replies/handles.ts";
import { afterDecision } from "../review/answer-review.ts";

export const submitUserDecision = defineTool({
  name: "submit_user_decision",
  title: "Relay a person's review decision",
  description:
    "Relays a person's decision on a step in review; never decide yourself. approve completes it, modify returns it with feedback, skip drops it, reject ends the plan.",
  input: {
    planId,
    stepId: stepId.optional().describe("If several wait"),
    decision: reviewDecision,
    feedback: note.optional().describe("Their words; needed for modify"),
  },
  output: {
    stepId: z.string(),
    stepStatus,
    planStatus,
    decidedVia: z.string(),
    decidedRank: z.int(),
    next,
  },
  permission: "review",
  writes: "plan",
  isDestructive: true,

  async run({ planId, stepId, decision, feedback }, call) {
    const loaded = await loadPlanForUpdate(call.context, planId);
    const decidedBy = call.caller.userId;
    const verdict = { stepId, decision, feedback, decidedVia: "relayed" as const, decidedBy };
    const change = await decideReview(call.context, loaded, verdict, call);
    const review = change.events.find((event) => event.type === "review_decided");
    return call.commit(change, decided(change.plan, review?.stepId ?? ""));
  },
});

function decided(plan: Plan, stepId: string) {
  const step = plan.steps.find(({ id }) => id === stepId);
  return {
    stepId: stepHandleIn(plan, stepId),
    stepStatus: step?.status ?? "completed",
    planStatus: plan.status,
    decidedVia: "relayed",
    decidedRank: decisionRank("relayed"),
    planVersion: plan.version,
    next: afterDecision(plan),
  };
}
