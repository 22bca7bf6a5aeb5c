import { findExecutionOfPlan, readRunMetadata } from "@trovella/db/calls";
import { findInstructionAuthors } from "@trovella/db/plans";
import { detectStalledSteps, type Plan, type PlanField, type Step } from "@trovella/plan-engine";
import { briefOf } from "../brief.ts";
import type { CallContext } from "../calls/call-context.ts";
import { ownReview } from "../console-urls.ts";
import { excerptToBytes, jsonBytes } from "../text/show-invisible.ts";
import {
  artifactEntries,
  contextPage,
  itemsOf,
  type PageRequest,
  rest,
  reviewEntries,
  stepEntries,
} from "./context-page.ts";
import { DATA_NOTICE } from "./data-notice.ts";
import { planHandle } from "./handles.ts";
import { nextHint } from "./next-hint.ts";
import { outcomeOf, progressOf } from "./plan-progress.ts";

/** A plan with its results, reviews and artifacts, one page of it. */
export async function researchContext(
  plan: Plan,
  page: Omit<PageRequest, "base">,
  { context, now, console, may }: Pick<CallContext, "context" | "now" | "console" | "may">,
) {
  const stalledSteps = detectStalledSteps(plan.steps, now, plan.stallThresholdMs);
  const executionId = await findExecutionOfPlan(context, plan.id);
  const brief = page.cursor ? null : briefOf(await readRunMetadata(context, plan.id));
  const base = {
    plan: { ...planHead(plan, page.maxBytes), ...(executionId ? { executionId } : {}) },
    ...(brief ? { brief: shortened(brief, page.maxBytes) } : {}),
    notice: DATA_NOTICE,
    next: nextHint(plan, { stalledSteps, console, asker: ownReview({ may }) }),
  };
  const authors = await findInstructionAuthors(context, plan.id);
  const entries = [
    ...(await stepEntries(context, plan, { steps: inOrderOfInterest(plan.steps), authors })),
    ...reviewEntries(plan),
    ...(await artifactEntries(context, plan)),
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

/** Long answers of the interview are cut, so that the reply has room for what was found. */
function shortened(
  brief: Readonly<Record<string, unknown>>,
  maxBytes: number,
): Record<string, unknown> {
  const room = Math.min(SHOWN_BRIEF, maxBytes / 5);
  const cut = (value: unknown) =>
    typeof value === "string" ? excerptToBytes(value, notesRoom(maxBytes)) : value;
  const entries = Object.entries(brief).map(([key, value]) => [key, cut(value)]);
  const short = Object.fromEntries(entries);
  return jsonBytes(short) <= room ? short : { topic: cut(brief.topic), cut: true };
}

// Bytes of a reply of usual size; a smaller one has less of them.
const SHOWN_BRIEF = 4_000;
const SHOWN_QUESTION = 1_000;
const SHOWN_NOTES = 500;

function notesRoom(maxBytes: number): number {
  return Math.min(SHOWN_NOTES, maxBytes / 20);
}

type ShownField = Exclude<PlanField, "stallThresholdMs">;

function planHead(plan: Plan, maxBytes: number) {
  const shownNote = (note: string | null) =>
    // Absent from the reply if there is none.
    note ? excerptToBytes(note, notesRoom(maxBytes)) : undefined;
  const fields = {
    name: plan.name,
    researchQuestion: excerptToBytes(plan.researchQuestion, Math.min(SHOWN_QUESTION, maxBytes / 8)),
    reviewPolicy: plan.reviewPolicy,
    planDesignRationale: shownNote(plan.planDesignRationale),
    outputFormattingNotes: shownNote(plan.outputFormattingNotes),
    budget: plan.budget ?? undefined,
    evidencePolicy: plan.evidencePolicy,
    minLevel: plan.minLevel > 1 ? plan.minLevel : undefined,
    minSources: plan.minSources > 1 ? plan.minSources : undefined,
  } satisfies Readonly<Record<ShownField, unknown>>;
  return {
    planId: planHandle(plan),
    ...fields,
    status: plan.status,
    progress: progressOf(plan),
    totalSteps: plan.steps.length,
    outcome: outcomeOf(plan),
    failureReason: shownNote(plan.failureReason),
    ...(plan.isCancelled ? { cancelled: true } : {}),
  };
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
