import { newId } from "@trovella/db";
import { readOutputPreferences } from "@trovella/db/calls";
import { loadPlanForUpdate, saveLeaseRenewal } from "@trovella/db/plans";
import {
  chooseNextStep,
  LIMITS,
  type NextStep,
  type Plan,
  renewLease,
} from "@trovella/plan-engine";
import { decideChange } from "@trovella/research";
import { z } from "zod";
import type { CallContext } from "../calls/call-context.ts";
import { reviewUrl, waitForReview } from "../console-urls.ts";
import { defineTool } from "../define-tool.ts";
import {
  listedStep,
  next,
  notice,
  outcome,
  planId,
  planVersion,
  progress,
  stepId,
  stepInReply,
} from "../fields.ts";
import { DATA_NOTICE, STEP_NOTICE } from "../replies/data-notice.ts";
import {
  heldSteps,
  outcomeOf,
  progressOf,
  resultFieldsOf,
  stepRef,
} from "../replies/plan-progress.ts";

export const getNextStep = defineTool({
  name: "get_next_step",
  title: "Get the next step",
  description:
    "Hands you the next step of a plan with a lease on it. Do what its instructions say, then call submit_step_result with the lease token. Other statuses: plan_complete (deliver the output as the notes say), awaiting_review (a person must decide), no_pending_steps (others hold the rest; wait, or take over what they left), plan_failed.",
  input: {
    planId,
    agent: z
      .string()
      .min(1)
      .max(LIMITS.agentLength)
      .optional()
      .describe("Your name among several workers of one session; each gets back the step it holds"),
    reclaim: z.boolean().optional().describe("Take abandoned steps before new ones"),
    takeOverStepId: stepId
      .optional()
      .describe("Take over this step in progress at once, e.g. after a restart"),
  },
  output: {
    status: z.enum([
      "step_ready",
      "plan_complete",
      "plan_failed",
      "awaiting_review",
      "no_pending_steps",
    ]),
    step: listedStep.extend({ instructions: z.string(), attempt: z.int() }).optional(),
    lease: z.object({ token: z.string(), expiresAt: z.string() }).optional(),
    reissued: z.boolean().optional(),
    held: z.literal(true).optional(),
    resultFields: z.array(z.string()).optional(),
    progress: progress.optional(),
    totalSteps: z.int().optional(),
    outputMediaType: z.string().nullish(),
    outputFormattingInstructions: z.string().nullish(),
    planFormattingNotes: z.string().nullish(),
    stepFormattingNotes: z.array(listedStep.extend({ notes: z.string() })).optional(),
    outcome: outcome.optional(),
    reason: z.string().nullish(),
    reviewUrl: z.string().optional(),
    stepIds: z.array(z.string()).optional(),
    inProgressSteps: z.array(stepInReply).optional(),
    inProgressCount: z.int().optional(),
    failedCount: z.int().optional(),
    blockedCount: z.int().optional(),
    notice: notice.optional(),
    planVersion,
    next,
  },
  permission: "write",
  writes: "plan",

  async run({ planId, agent, reclaim, takeOverStepId }, call) {
    const loaded = await loadPlanForUpdate(call.context, planId);
    const query = { ...holderOf(call), agent, reclaim, takeOverStepId };
    const chosen = chooseNextStep(loaded.plan, query, call.now);
    const command = { type: "start_next_step" as const, newLeaseToken: newId("lease"), ...query };
    const change = decideChange(loaded, command, call);
    if (chosen.status !== "step_ready") {
      const wishes = await outputWishesFor(chosen, loaded.plan, call);
      return call.commit(change, withoutStep(change.plan, chosen, wishes, call));
    }
    const renewedUntil = chosen.reason === "held" ? await renew(loaded.plan, chosen, call) : null;
    return call.commit(change, stepReady(change.plan, chosen, renewedUntil));
  },
});

function holderOf({ caller, sessionId, actor }: CallContext) {
  return {
    userId: caller.userId,
    sessionId: sessionId ?? undefined,
    client: actor.client ?? undefined,
  };
}

type StepReady = Extract<NextStep, { status: "step_ready" }>;
type Wishes = Awaited<ReturnType<typeof readOutputPreferences>>;

/** A worker that asks for the step it holds is active, so its lease is renewed. */
async function renew(plan: Plan, { step }: StepReady, call: CallContext): Promise<Date | null> {
  const leaseToken = step.leaseToken ?? undefined;
  const renewal = renewLease(plan, { stepId: step.id, leaseToken }, call.now);
  if (renewal && !call.context.isOptimistic) await saveLeaseRenewal(call.context, renewal);
  return renewal?.expiresAt ?? null;
}

function stepReady(plan: Plan, { step: chosen, reason }: StepReady, renewedUntil: Date | null) {
  const step = plan.steps.find(({ id }) => id === chosen.id) ?? chosen;
  const { instructions, attempt, leaseToken, leaseExpiresAt } = step;
  return {
    status: "step_ready" as const,
    step: { ...stepRef(step), instructions, attempt },
    lease: {
      token: leaseToken ?? "",
      expiresAt: (renewedUntil ?? leaseExpiresAt)?.toISOString() ?? "",
    },
    reissued: reason === "reissued" || reason === "taken_over",
    ...(reason === "held" ? { held: true as const } : {}),
    ...resultFieldsOf(plan, step),
    progress: progressOf(plan),
    totalSteps: plan.steps.length,
    notice: STEP_NOTICE,
    planVersion: plan.version,
    next: step.requiresReview
      ? "Prepare what the person must decide on, then call request_user_review with planId, stepId, leaseToken, a summary and your result. Only their decision completes this step."
      : "Do the step, then call submit_step_result with planId, stepId and leaseToken. get_step_context gives what earlier steps found.",
  };
}

function outputWishesFor(
  { status }: NextStep,
  plan: Plan,
  { context }: CallContext,
): Promise<Wishes> | Wishes {
  if (status === "plan_complete") return readOutputPreferences(context, plan.id);
  return { mediaType: null, instructions: null };
}

function withoutStep(
  plan: Plan,
  chosen: Exclude<NextStep, StepReady>,
  wishes: Wishes,
  { console }: CallContext,
) {
  const planVersion = plan.version;
  switch (chosen.status) {
    case "plan_complete":
      return { ...planComplete(plan, wishes), planVersion };
    case "plan_failed":
      return {
        ...chosen,
        notice: DATA_NOTICE,
        planVersion,
        next: "Tell the person why. get_research_context gives what was found before; create_research_plan starts again.",
      };
    case "awaiting_review":
      return {
        ...chosen,
        stepIds: [...chosen.stepIds],
        reviewUrl: reviewUrl(console, plan.id),
        planVersion,
        next: waitForReview(console, plan),
      };
    case "no_pending_steps":
      return {
        ...chosen,
        inProgressSteps: heldSteps(plan.steps),
        notice: DATA_NOTICE,
        progress: progressOf(plan),
        totalSteps: plan.steps.length,
        planVersion,
        next: "Others hold what is left. Wait and call get_next_step again with reclaim: true, or, if a holder is gone, take its step over with takeOverStepId.",
      };
  }
}

function planComplete(plan: Plan, { mediaType, instructions }: Wishes) {
  return {
    status: "plan_complete" as const,
    progress: progressOf(plan),
    totalSteps: plan.steps.length,
    outputMediaType: mediaType,
    outputFormattingInstructions: instructions,
    planFormattingNotes: plan.outputFormattingNotes,
    stepFormattingNotes: plan.steps.flatMap((step) =>
      step.status === "completed" && step.outputFormattingNotes
        ? [{ ...stepRef(step), notes: step.outputFormattingNotes }]
        : [],
    ),
    outcome: outcomeOf(plan),
    notice: DATA_NOTICE,
    next: "Read the results with get_research_context, write the output in this form, keep it with store_research_output, and deliver it to the person.",
  };
}
