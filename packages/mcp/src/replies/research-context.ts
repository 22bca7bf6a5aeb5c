import { findExecutionOfPlan, readRunMetadata } from "@trovella/db/calls";
import { findInstructionAuthors } from "@trovella/db/plans";
import { detectStalledSteps, type Plan, type PlanField, type Step } from "@trovella/plan-engine";
import { briefOf } from "../brief.ts";
import type { CallContext } from "../calls/call-context.ts";
import { excerptToFit } from "../text/show-invisible.ts";
import {
  artifactEntries,
  contextPage,
  itemsOf,
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
  page: { readonly maxChars?: number | undefined; readonly cursor?: string | undefined },
  { context, now, console }: Pick<CallContext, "context" | "now" | "console">,
) {
  const stalledSteps = detectStalledSteps(plan.steps, now, plan.stallThresholdMs);
  const executionId = await findExecutionOfPlan(context, plan.id);
  const brief = page.cursor ? null : briefOf(await readRunMetadata(context, plan.id));
  const base = {
    plan: { ...planHead(plan), ...(executionId ? { executionId } : {}) },
    ...(brief ? { brief: shortened(brief) } : {}),
    notice: DATA_NOTICE,
    next: nextHint(plan, { stalledSteps, console }),
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
function shortened(brief: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(brief).map(([key, value]) => [
    key,
    typeof value === "string" ? excerptToFit(value, SHOWN_NOTES) : value,
  ]);
  const text = JSON.stringify(Object.fromEntries(entries));
  return text.length <= SHOWN_BRIEF ? JSON.parse(text) : { topic: brief.topic, cut: true };
}

const SHOWN_BRIEF = 4_000;
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
