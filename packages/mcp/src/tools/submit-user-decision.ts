import { loadPlanForUpdate } from "@trovella/db/plans";
import { type DecidedVia, decisionRank, type Plan } from "@trovella/plan-engine";
import { decideReview } from "@trovella/research";
import { z } from "zod";
import { requireTicket } from "../board/require-ticket.ts";
import { TICKET_PREFIX } from "../board/tickets.ts";
import { defineTool } from "../define-tool.ts";
import { next, note, planId, planStatus, reviewDecision, stepId, stepStatus } from "../fields.ts";
import { unlisted } from "../input/meanings.ts";
import { stepHandleIn } from "../replies/handles.ts";
import { afterDecision } from "../review/answer-review.ts";

const MAX_TICKET = 2_000;
const TICKET_FORM = new RegExp(`^${TICKET_PREFIX}`);

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
    // Only the card in the chat has one.
    ticket: unlisted(z.string().max(MAX_TICKET).regex(TICKET_FORM)),
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

  async run({ planId, stepId: named, decision, feedback, ticket }, call) {
    call.show({ planId });
    const loaded = await loadPlanForUpdate(call.context, planId);
    const stepId = ticket === undefined ? named : requireTicket(call, loaded.plan, named);
    const decidedVia = ticket === undefined ? "relayed" : "app";
    const decidedBy = call.caller.userId;
    const verdict = { stepId, decision, feedback, decidedVia, decidedBy } as const;
    const change = await decideReview(call.context, loaded, verdict, call);
    const review = change.events.find((event) => event.type === "review_decided");
    return call.commit(change, decided(change.plan, review?.stepId ?? "", decidedVia));
  },
});

function decided(plan: Plan, stepId: string, decidedVia: DecidedVia) {
  const step = plan.steps.find(({ id }) => id === stepId);
  return {
    stepId: stepHandleIn(plan, stepId),
    stepStatus: step?.status ?? "completed",
    planStatus: plan.status,
    decidedVia,
    decidedRank: decisionRank(decidedVia),
    planVersion: plan.version,
    next: afterDecision(plan),
  };
}
