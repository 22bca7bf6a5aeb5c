import { readPlanConsistently } from "@trovella/db/plans";
import {
  derivePlanStatus,
  detectStalledSteps,
  type Plan,
  planActivity,
  type Step,
} from "@trovella/plan-engine";
import { claimCountsOf, handleCommand, saveAndCommit } from "@trovella/research";
import { z } from "zod";
import type { CallContext } from "../calls/call-context.ts";
import { documentOf } from "../calls/document-of.ts";
import { claimSummary } from "../claim-fields.ts";
import { ownReview, type ReviewAsker } from "../console-urls.ts";
import { defineTool } from "../define-tool.ts";
import {
  MINUTE_MS,
  next,
  notice,
  outcome,
  planId,
  planStatus,
  progress,
  stallMinutes,
  statedStep,
  stepInReply,
} from "../fields.ts";
import { unlisted } from "../input/meanings.ts";
import { DATA_NOTICE } from "../replies/data-notice.ts";
import { planHandle, stepHandlesIn } from "../replies/handles.ts";
import { nextHint } from "../replies/next-hint.ts";
import { openReviewOf, openReviewWithoutClaims, reviewInReply } from "../replies/open-review.ts";
import { budgetInReply, wholeBudgetOf } from "../replies/plan-budget.ts";
import {
  currentStepOf,
  heldSteps,
  outcomeOf,
  progressOf,
  stepRef,
  stepWithStatus,
} from "../replies/plan-progress.ts";
import { readAsker } from "../review/asked-person.ts";
import { excerptToFit } from "../text/show-invisible.ts";

export const getPlanStatus = defineTool({
  name: "get_plan_status",
  title: "See how a plan stands",
  description:
    "Status, progress and steps of a plan, and who works on them. Results: get_research_context.",
  input: {
    planId,
    stallThresholdMinutes: unlisted(stallMinutes.min(0)),
  },
  output: {
    planId: z.string(),
    name: z.string(),
    status: planStatus,
    derivedStatus: planStatus,
    activity: z.string(),
    stalled: z.boolean(),
    stalledSteps: z.array(z.string()),
    progress,
    totalSteps: z.int(),
    currentStep: statedStep.nullable(),
    inProgressSteps: z.array(stepInReply),
    completedSteps: z.array(stepInReply),
    pendingSteps: z.array(stepInReply),
    failedSteps: z.array(stepInReply),
    outcome,
    budget: budgetInReply,
    claims: claimSummary.optional(),
    document: z.object({ outputId: z.string(), origin: z.string() }).optional(),
    review: reviewInReply,
    notice,
    next,
  },
  permission: "read",
  writes: "traces",
  hasBoard: true,

  async run({ planId, stallThresholdMinutes }, call) {
    const plan = await readPlanConsistently(call.context, planId, (found) => found);
    // First, since noting a stall ends the transaction.
    const claims = await claimCountsOf(call.context, planId);
    const document = await documentOf(call, plan);
    const review = await openReviewOf(call.context, plan);
    const current = isStallToNote(plan, call) ? await noteStall(planId, call) : plan;
    // Another threshold changes this reply alone.
    const shown =
      stallThresholdMinutes === undefined
        ? current
        : { ...current, stallThresholdMs: stallThresholdMinutes * MINUTE_MS };
    call.show({ planId, decides: {} });
    const asker =
      current.status === "awaiting_review" ? await readAsker(call, current) : ownReview(call);
    return {
      ...statusOf(shown, asker, call),
      ...(claims ? { claims: { ...claims } } : {}),
      ...shownDocument(document),
      // A review that was requested while the stall was to be noted.
      ...(current === plan ? review : openReviewWithoutClaims(current)),
    };
  },
});

/** Readers without the right to write leave no trace, and only an executing plan can stall. */
function isStallToNote(plan: Plan, call: CallContext): boolean {
  const isStalled = planActivity(plan, call.now) === "stalled";
  return isStalled && plan.status === "executing" && call.may("write");
}

async function noteStall(planId: string, call: CallContext): Promise<Plan> {
  // Decided on the plan read again under lock, since its worker may have been active meanwhile.
  const change = await handleCommand(call, planId, { type: "detect_stall" });
  if (change.events.length > 0) await saveAndCommit(call.context, change, { actor: call.actor });
  return change.plan;
}

function shownDocument(document: Awaited<ReturnType<typeof documentOf>>) {
  if (!document) return {};
  return { document: { outputId: `o${document.version}`, origin: document.origin } };
}

const SHOWN_SUMMARY = 200;

function statusOf(plan: Plan, asker: ReviewAsker, { console, now }: CallContext) {
  const activity = planActivity(plan, now);
  const stalledSteps = detectStalledSteps(plan.steps, now, plan.stallThresholdMs);
  const current = currentStepOf(plan.steps);
  const inStatus = (...statuses: Step["status"][]) =>
    plan.steps.filter(({ status }) => statuses.includes(status));
  return {
    planId: planHandle(plan),
    name: plan.name,
    status: plan.status,
    derivedStatus: derivePlanStatus(plan.steps.map(({ status }) => status)),
    activity,
    stalled: activity === "stalled",
    stalledSteps: stepHandlesIn(plan, stalledSteps),
    progress: progressOf(plan),
    totalSteps: plan.steps.length,
    currentStep: current ? stepWithStatus(current) : null,
    inProgressSteps: heldSteps(plan.steps),
    completedSteps: inStatus("completed", "skipped").map((step) => ({
      ...stepWithStatus(step),
      summary: step.resultSummary && excerptToFit(step.resultSummary, SHOWN_SUMMARY),
    })),
    pendingSteps: inStatus("pending").map(stepRef),
    failedSteps: inStatus("failed").map((step) => ({
      ...stepRef(step),
      reason: step.failureReason && excerptToFit(step.failureReason, SHOWN_SUMMARY),
    })),
    outcome: outcomeOf(plan),
    ...wholeBudgetOf(plan, now),
    notice: DATA_NOTICE,
    planVersion: plan.version,
    next: nextHint(plan, { stalledSteps, console, asker }),
  };
}
