import { findInstructionAuthors, readPlanConsistently, saveLeaseRenewal } from "@trovella/db/plans";
import { AppError } from "@trovella/foundation";
import { isSettled, type Plan, renewLease, type Step } from "@trovella/plan-engine";
import { z } from "zod";
import type { CallContext } from "../calls/call-context.ts";
import { defineTool } from "../define-tool.ts";
import {
  cursor,
  leaseToken,
  MAX_PAGE_BYTES,
  maxChars,
  next,
  notice,
  planId,
  stepId,
} from "../fields.ts";
import {
  artifactEntries,
  authorOf,
  claimEntries,
  contextPage,
  itemsOf,
  type PageRequest,
  rest,
  reviewEntries,
  stepEntries,
} from "../replies/context-page.ts";
import { DATA_NOTICE, STEP_NOTICE } from "../replies/data-notice.ts";
import { planHandle, stepHandlesIn } from "../replies/handles.ts";
import { progressOf, resultFieldsOf, stepWithStatus } from "../replies/plan-progress.ts";
import { excerptToBytes } from "../text/show-invisible.ts";

export const getStepContext = defineTool({
  name: "get_step_context",
  title: "Read what a step builds on",
  description:
    "What a step builds on: earlier results, reviews and artifacts. Not needed if you did those steps in this conversation. Renews the lease.",
  input: { planId, stepId, leaseToken, maxChars, cursor },
  output: {
    plan: z.looseObject({ planId: z.string() }),
    step: z.looseObject({ stepId: z.string(), instructions: z.string() }),
    leaseRenewed: z.boolean(),
    priorSteps: z.array(z.looseObject({ stepId: z.string() })),
    reviews: z.array(z.looseObject({ stepId: z.string() })),
    artifacts: z.array(z.looseObject({ artifactId: z.string() })),
    claims: z.array(z.looseObject({ claimId: z.string() })).optional(),
    notice,
    cut: z.array(z.string()),
    nextCursor: z.string().nullable(),
    next,
  },
  permission: "read",
  writes: "traces",

  async run({ planId, stepId, leaseToken, maxChars, cursor }, call) {
    const maxBytes = maxChars ?? call.pageBytes;
    const { plan, reply } = await readPlanConsistently(call.context, planId, async (plan) => ({
      plan,
      reply: await stepContext(plan, stepId, { maxBytes, cursor }, call),
    }));
    return { ...reply, leaseRenewed: await renew(plan, { stepId, leaseToken }, call) };
  },
});

const SHOWN_QUESTION = 300;
const SHOWN_DEPENDENCIES = 10;
/** Reserved for the rest of the reply, with the first result. */
const ROOM_FOR_OTHERS = 3_500;

function roomForInstructions(maxBytes: number): number {
  return Math.max(maxBytes - ROOM_FOR_OTHERS, maxBytes / 4);
}

async function stepContext(
  plan: Plan,
  stepId: string,
  { maxBytes, cursor }: Omit<PageRequest, "base">,
  { context }: CallContext,
) {
  const step = plan.steps.find(({ id }) => id === stepId);
  if (!step) {
    throw new AppError(
      "NOT_FOUND",
      "This plan has no such step. Next: call get_plan_status to see its steps.",
    );
  }
  const authors = await findInstructionAuthors(context, plan.id);
  const base = {
    plan: {
      planId: planHandle(plan),
      name: plan.name,
      researchQuestion: excerptToBytes(plan.researchQuestion, SHOWN_QUESTION),
      status: plan.status,
      progress: progressOf(plan),
    },
    step: {
      ...stepWithStatus(step),
      attempt: step.attempt,
      instructions: excerptToBytes(step.instructions, roomForInstructions(maxBytes)),
      ...authorOf(step, authors),
      dependsOn: stepHandlesIn(plan, step.dependsOn.slice(0, SHOWN_DEPENDENCIES)),
      ...(step.requiresReview ? { requiresReview: true as const } : {}),
      ...resultFieldsOf(plan, step),
    },
    notice: `${DATA_NOTICE} ${STEP_NOTICE}`,
  };
  const isCut = base.step.instructions !== step.instructions;
  const entries = [
    ...(await stepEntries(context, plan, { steps: priorSteps(plan, step), authors })),
    ...reviewEntries(plan),
    ...(await claimEntries(context, plan)),
    ...(await artifactEntries(context, plan)),
  ];
  const page = await contextPage(context, entries, { base, maxBytes, cursor });
  const { nextCursor, cut } = rest(page, "get_step_context");
  const claims = itemsOf(page, "claim") as { claimId: string }[];
  return {
    ...base,
    priorSteps: itemsOf(page, "step") as { stepId: string }[],
    reviews: itemsOf(page, "review") as { stepId: string }[],
    artifacts: itemsOf(page, "artifact") as { artifactId: string }[],
    ...(claims.length > 0 ? { claims } : {}),
    cut: isCut ? [...cut, instructionsCut(step)] : cut,
    nextCursor,
    next: nextForStep(step),
  };
}

function nextForStep({ status, requiresReview }: Step): string {
  if (isSettled(status)) return "This step is settled. Call get_next_step to go on.";
  if (status === "awaiting_input")
    return "The step waits for a review. Call get_next_step to see where.";
  return requiresReview
    ? "Prepare what the person must decide on, then call request_user_review with your result."
    : "Do the step, then call submit_step_result.";
}

/** The step's dependencies, then the other steps before it, nearest first. */
function priorSteps(plan: Plan, step: Step): Step[] {
  const nearestFirst = [...plan.steps].reverse();
  const isNeeded = ({ id }: Step) => step.dependsOn.includes(id);
  return [
    ...nearestFirst.filter(isNeeded),
    ...nearestFirst.filter((other) => other.order < step.order && !isNeeded(other)),
  ];
}

async function renew(
  plan: Plan,
  lease: { readonly stepId: string; readonly leaseToken?: string | undefined },
  call: CallContext,
): Promise<boolean> {
  const renewal = call.may("write") ? renewLease(plan, lease, call.now) : null;
  return renewal !== null && (await saveLeaseRenewal(call.context, renewal));
}

function instructionsCut({ instructions }: Step): string {
  return `The instructions are ${instructions.length} characters long and were cut. To read more of them, call get_step_context with maxChars: ${MAX_PAGE_BYTES}; get_next_step gives them whole to the step's worker.`;
}
