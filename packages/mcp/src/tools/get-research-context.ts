import { findExecutionOfPlan } from "@trovella/db/calls";
import {
  findInstructionAuthors,
  isSessionKnown,
  loadPlanForUpdate,
  readPlanConsistently,
} from "@trovella/db/plans";
import { detectStalledSteps, type Plan, type PlanField, type Step } from "@trovella/plan-engine";
import { decideChange, saveAndCommit } from "@trovella/research";
import { z } from "zod";
import type { CallContext } from "../calls/call-context.ts";
import { defineTool } from "../define-tool.ts";
import { cursor, maxChars, next, notice, outcome, planId, planStatus } from "../fields.ts";
import {
  artifactEntries,
  contextPage,
  itemsOf,
  rest,
  reviewEntries,
  stepEntries,
} from "../replies/context-page.ts";
import { DATA_NOTICE } from "../replies/data-notice.ts";
import { nextHint } from "../replies/next-hint.ts";
import { outcomeOf, progressOf } from "../replies/plan-progress.ts";
import { excerptToFit } from "../text/show-invisible.ts";

export const getResearchContext = defineTool({
  name: "get_research_context",
  title: "Read a whole plan to resume it",
  description:
    "Gives a plan with its steps, results, reviews and artifacts, the step at work first, then the newest results. Call it to resume a plan in a new conversation or to write the output. Long replies come in pages.",
  input: { planId, maxChars, cursor },
  output: {
    plan: z.looseObject({
      planId: z.string(),
      name: z.string(),
      researchQuestion: z.string(),
      status: planStatus,
      progress: z.number(),
      totalSteps: z.int(),
      outcome,
    }),
    steps: z.array(z.looseObject({ stepId: z.string() })),
    reviews: z.array(z.looseObject({ stepId: z.string() })),
    artifacts: z.array(z.looseObject({ artifactId: z.string() })),
    notice,
    next,
    cut: z.array(z.string()),
    nextCursor: z.string().nullable(),
  },
  permission: "read",
  writes: "traces",

  async run({ planId, maxChars, cursor }, call) {
    const { plan, reply } = await readPlanConsistently(call.context, planId, async (plan) => ({
      plan,
      reply: await researchContext(plan, { maxChars, cursor }, call),
    }));
    await noteSession(plan, call);
    return reply;
  },
});

/** The reply, without noting the session; the plan's resource shows it too. */
export async function researchContext(
  plan: Plan,
  page: { readonly maxChars?: number | undefined; readonly cursor?: string | undefined },
  { context, now, console }: Pick<CallContext, "context" | "now" | "console">,
) {
  const stalledSteps = detectStalledSteps(plan.steps, now, plan.stallThresholdMs);
  const executionId = await findExecutionOfPlan(context, plan.id);
  const base = {
    plan: { ...planHead(plan), ...(executionId ? { executionId } : {}) },
    notice: DATA_NOTICE,
    next: nextHint(plan, { stalledSteps, console }),
  };
  const authors = await findInstructionAuthors(context, plan.id);
  const entries = [
    ...(await stepEntries(context, plan, { steps: inOrderOfInterest(plan.steps), authors })),
    ...reviewEntries([...plan.reviews].reverse()),
    ...(await artifactEntries(context, plan.id)),
  ];
  const filled = await contextPage(context, entries, { base, ...page });
  const { nextCursor, cut } = rest(filled, "get_research_context");
  return {
    ...base,
    steps: itemsOf(filled, "step") as { stepId: string }[],
    reviews: itemsOf(filled, "review") as { stepId: string }[],
    artifacts: itemsOf(filled, "artifact") as { artifactId: string }[],
    cut,
    nextCursor,
  };
}

const SHOWN_QUESTION = 1_000;
const SHOWN_NOTES = 500;

type ShownField = Exclude<PlanField, "stallThresholdMs">;

function planHead(plan: Plan) {
  const fields = {
    name: plan.name,
    researchQuestion: excerptToFit(plan.researchQuestion, SHOWN_QUESTION),
    reviewPolicy: plan.reviewPolicy,
    planDesignRationale: shownNote(plan.planDesignRationale),
    outputFormattingNotes: shownNote(plan.outputFormattingNotes),
  } satisfies Readonly<Record<ShownField, unknown>>;
  return {
    planId: plan.id,
    ...fields,
    status: plan.status,
    progress: progressOf(plan),
    totalSteps: plan.steps.length,
    outcome: outcomeOf(plan),
    failureReason: shownNote(plan.failureReason),
  };
}

/** Absent from the reply if there is none. */
function shownNote(note: string | null): string | undefined {
  return note ? excerptToFit(note, SHOWN_NOTES) : undefined;
}

/** Steps in progress, then completed (newest first), then failed and skipped, then pending. */
function inOrderOfInterest(steps: readonly Step[]): Step[] {
  const inStatus = (...statuses: Step["status"][]) =>
    steps.filter(({ status }) => statuses.includes(status));
  return [
    ...inStatus("in_progress", "awaiting_input"),
    ...inStatus("completed").reverse(),
    ...inStatus("failed", "skipped"),
    ...inStatus("pending"),
  ];
}

async function noteSession({ id: planId }: Plan, call: CallContext): Promise<void> {
  const { sessionId, context } = call;
  if (!sessionId || !call.may("write")) return;
  if (await isSessionKnown(context, { planId, sessionId })) return;
  const loaded = await loadPlanForUpdate(context, planId);
  const isKnown = await isSessionKnown(context, { planId, sessionId });
  const change = decideChange(loaded, { type: "resume_session", sessionId, isKnown }, call);
  if (change.events.length > 0) await saveAndCommit(context, change, { actor: call.actor });
}
