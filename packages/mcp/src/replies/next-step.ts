import type { readOutputPreferences } from "@trovella/db/calls";
import type { InstructionAuthors } from "@trovella/db/plans";
import type { NextStep, Plan, Step } from "@trovella/plan-engine";
import type { ClaimCounts, PlanDocument } from "@trovella/research";
import { z } from "zod";
import { claimSummary } from "../claim-fields.ts";
import { type Console, type ReviewAsker, reviewUrl, waitForReview } from "../console-urls.ts";
import { listedStep, next, notice, outcome, progress, stepInReply } from "../fields.ts";
import type { Closing } from "./closing-pack.ts";
import { DATA_NOTICE, STEP_NOTICE } from "./data-notice.ts";
import { stepHandlesIn } from "./handles.ts";
import { budgetInReply, budgetOf } from "./plan-budget.ts";
import { heldSteps, outcomeOf, progressOf, resultFieldsOf, stepRef } from "./plan-progress.ts";

/** What get_next_step replies, without the plan's version. */
export const nextStepFields = {
  status: z.enum([
    "step_ready",
    "plan_complete",
    "plan_failed",
    "awaiting_review",
    "no_pending_steps",
  ]),
  step: listedStep
    .extend({
      instructions: z.string(),
      by: z.looseObject({}).optional(),
      attempt: z.int().optional(),
    })
    .optional(),
  lease: z.object({ token: z.string(), expiresAt: z.string() }).optional(),
  reissued: z.literal(true).optional(),
  held: z.literal(true).optional(),
  resultFields: z.array(z.string()).optional(),
  closing: z
    .object({ why: z.string(), skippedStepIds: z.array(z.string()), pack: z.string() })
    .optional(),
  progress: progress.optional(),
  totalSteps: z.int().optional(),
  budget: budgetInReply,
  outputMediaType: z.string().nullish(),
  outputFormattingInstructions: z.string().nullish(),
  planFormattingNotes: z.string().nullish(),
  stepFormattingNotes: z.array(listedStep.extend({ notes: z.string() })).optional(),
  outcome: outcome.optional(),
  evidence: claimSummary.optional(),
  reason: z.string().nullish(),
  reviewUrl: z.string().optional(),
  stepIds: z.array(z.string()).optional(),
  inProgressSteps: z.array(stepInReply).optional(),
  inProgressCount: z.int().optional(),
  failedCount: z.int().optional(),
  blockedCount: z.int().optional(),
  notice: notice.optional(),
  next,
};

export type NextStepReply = z.input<z.ZodObject<typeof nextStepFields>>;

/** `nextStep` in the reply of another tool. Its fields are those of get_next_step, so its schema does not repeat them. */
export const nextStep = z.looseObject({ status: z.string(), next }).optional();

interface Details {
  /** The plan after the step was handed out. */
  readonly plan: Plan;
  readonly now: Date;
  readonly console: Console;
  readonly asker: ReviewAsker;
  readonly renewedUntil?: Date | null;
  /** The author of the instructions, if they are not the plan's original ones. */
  readonly author?: ReturnType<InstructionAuthors["get"]>;
  readonly preferences?: Awaited<ReturnType<typeof readOutputPreferences>>;
  /** How the plan's claims stand, if it has any. */
  readonly claims?: ClaimCounts | null;
  /** Of a closing step once no further research is done. */
  readonly closing?: Closing | null;
  /** The plan's document, if there is one. */
  readonly document?: PlanDocument | null;
}

type StepReady = Extract<NextStep, { status: "step_ready" }>;

export function nextStepReply(chosen: NextStep, details: Details): NextStepReply {
  const { plan, console } = details;
  switch (chosen.status) {
    case "step_ready":
      return stepReady(chosen, details);
    case "plan_complete":
      return planComplete(details);
    case "plan_failed":
      return {
        ...chosen,
        notice: DATA_NOTICE,
        next: plan.isCancelled
          ? "A person cancelled the plan. Stop working on it and tell them what was found; get_research_context gives it."
          : `${composed(details)}Tell the person why. get_research_context gives what was found before; create_research_plan starts again.`,
      };
    case "awaiting_review":
      return {
        ...chosen,
        stepIds: stepHandlesIn(plan, chosen.stepIds),
        reviewUrl: reviewUrl(console, plan),
        next: waitForReview(console, plan, details.asker),
      };
    case "no_pending_steps":
      return {
        ...chosen,
        inProgressSteps: heldSteps(plan.steps),
        notice: DATA_NOTICE,
        progress: progressOf(plan),
        totalSteps: plan.steps.length,
        next: "Others hold what is left. Call get_next_step again with waitSeconds: 50, which answers when a step is free, or, if a holder is gone, take its step over with takeOverStepId.",
      };
  }
}

function stepReady(
  { step: chosen, reason }: StepReady,
  { plan, now, renewedUntil, author, closing }: Details,
): NextStepReply {
  const step = plan.steps.find(({ id }) => id === chosen.id) ?? chosen;
  const { instructions, attempt, leaseToken, leaseExpiresAt } = step;
  return {
    status: "step_ready",
    step: {
      ...stepRef(step),
      instructions,
      ...(author ? { by: { ...author } } : {}),
      ...(attempt > 1 ? { attempt } : {}),
    },
    lease: {
      token: leaseToken ?? "",
      expiresAt: (renewedUntil ?? leaseExpiresAt)?.toISOString() ?? "",
    },
    ...(reason === "reissued" || reason === "taken_over" ? { reissued: true as const } : {}),
    ...(reason === "held" ? { held: true as const } : {}),
    ...resultFieldsOf(plan, step),
    progress: progressOf(plan),
    totalSteps: plan.steps.length,
    ...budgetOf(plan, now),
    ...(closing ? { closing } : {}),
    notice: closing ? `${DATA_NOTICE} ${STEP_NOTICE}` : STEP_NOTICE,
    next: closing ? nextForClosing(step) : nextFor(step),
  };
}

/** Step types whose work is to find sources. */
const FINDING_TYPES: readonly Step["type"][] = ["search", "extract"];

function nextFor({ requiresReview, type }: Step): string {
  if (requiresReview) {
    return "Prepare what the person must decide on, then call request_user_review with planId, stepId, leaseToken, a summary and your result. Only their decision completes this step.";
  }
  return FINDING_TYPES.includes(type)
    ? "Do the step, then call submit_step_result with leaseToken, findings: [{ title, content, sources: [{ url, title, quote }] }] and continue: true, which stores them and hands you the next step. get_step_context gives what earlier steps found."
    : "Do the step, citing stored sources as [src:7] (get_step_context gives them with what earlier steps found), then call submit_step_result with leaseToken, findings worth keeping, and continue: true, which hands you the next step.";
}

function nextForClosing({ requiresReview }: Step): string {
  const handIn = requiresReview
    ? "then call request_user_review for this step"
    : "then hand in this step with submit_step_result and continue: true";
  return `Write the output from closing.pack now, citing [src:7], and store it with store_research_output; ${handIn}. Do no further research.`;
}

/** Names the document that the server composed, so that nobody believes there is none, or a draft to be made final. */
function composed({ plan, document }: Details): string {
  if (document?.isDraft && plan.phase !== "open" && document.origin === "assistant") {
    return `Output o${document.version} is stored as a draft; store_research_output with planId and outputId: "o${document.version}" makes it final. Otherwise: `;
  }
  if (document?.origin !== "server") return "";
  return `Trovella composed an interim report from what is stored (output o${document.version}), since nobody wrote one; yours becomes the next version. `;
}

function planComplete(details: Details): NextStepReply {
  const { plan, preferences } = details;
  return {
    status: "plan_complete",
    progress: progressOf(plan),
    totalSteps: plan.steps.length,
    outputMediaType: preferences?.mediaType ?? null,
    outputFormattingInstructions: preferences?.instructions ?? null,
    planFormattingNotes: plan.outputFormattingNotes,
    stepFormattingNotes: plan.steps.flatMap((step) =>
      step.status === "completed" && step.outputFormattingNotes
        ? [{ ...stepRef(step), notes: step.outputFormattingNotes }]
        : [],
    ),
    outcome: outcomeOf(plan),
    ...(details.claims ? { evidence: { ...details.claims } } : {}),
    notice: DATA_NOTICE,
    next: `${composed(details)}Read the results with get_research_context, write the output in this form, citing sources as [src:7]${details.claims ? " and claims as [clm:1]" : ""}, store it with store_research_output, which checks it and gives the file, and deliver it to the person.`,
  };
}
