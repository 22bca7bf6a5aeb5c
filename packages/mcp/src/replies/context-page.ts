import type { TenantContext } from "@trovella/db";
import { listPlanArtifacts, type PlanArtifact } from "@trovella/db/memory";
import {
  type InstructionAuthors,
  measureStepResults,
  readArtifactTexts,
  readStepResults,
} from "@trovella/db/plans";
import { type Plan, type Review, type Step, supersededSteps } from "@trovella/plan-engine";
import { readCursor, writeCursor } from "@trovella/research";
import { channelOf } from "../review/answer-review.ts";
import { excerptToFit } from "../text/show-invisible.ts";
import {
  type Entry,
  entriesFrom,
  fillPage,
  type Page,
  positionShape,
  rangesToRead,
} from "./pages.ts";
import { heldStep, stepWithStatus } from "./plan-progress.ts";

export const DEFAULT_MAX_CHARS = 20_000;
/** Reserved for nextCursor and the sentences about what was cut. */
const RESERVED_CHARS = 700;
const SHOWN_SUMMARY = 400;
const SHOWN_INSTRUCTIONS = 200;

/** Fills the rest of a reply with steps, reviews and artifacts, starting at the cursor. */
export async function contextPage(
  context: TenantContext,
  entries: readonly Entry[],
  {
    base,
    maxChars = DEFAULT_MAX_CHARS,
    cursor,
  }: {
    readonly base: object;
    readonly maxChars?: number | undefined;
    readonly cursor?: string | undefined;
  },
) {
  const budget = maxChars - JSON.stringify(base).length - RESERVED_CHARS;
  const position = readCursor(cursor, positionShape);
  const wanted = entriesFrom(entries, position);
  const from = position?.from ?? 0;
  const texts = await readTexts(context, rangesToRead(wanted, { from, budget }));
  return fillPage(wanted, texts, { from, budget });
}

export function itemsOf(page: Page, kind: Entry["kind"]): Record<string, unknown>[] {
  return page.items.flatMap((entry) =>
    entry.kind === kind ? [entry.item as Record<string, unknown>] : [],
  );
}

/** The cursor to the rest, and a sentence about it, if there is more. */
export function rest(page: Page, toolName: string): { nextCursor: string | null; cut: string[] } {
  if (!page.next) return { nextCursor: null, cut: [] };
  const kinds = (["step", "review", "artifact"] as const).flatMap((kind) => {
    const count = page.left.filter((entry) => entry.kind === kind).length;
    return count > 0 ? [`${count} ${kind}${count > 1 ? "s" : ""}`] : [];
  });
  const how = `call ${toolName} again with cursor: nextCursor, or with a larger maxChars`;
  return {
    nextCursor: writeCursor(page.next),
    cut: [`Not or not wholly shown: ${kinds.join(", ")}. To read on, ${how}.`],
  };
}

export async function stepEntries(
  context: TenantContext,
  plan: Plan,
  { steps, authors }: { readonly steps: readonly Step[]; readonly authors: InstructionAuthors },
): Promise<Entry[]> {
  const lengths = await measureStepResults(context, plan.id);
  const superseded = supersededSteps(plan);
  return steps.map((step) => ({
    id: step.id,
    kind: "step",
    head: {
      ...stepHead(step, superseded.get(step.id)),
      ...(isOpen(step) ? authorOf(step, authors) : {}),
    },
    characters: lengths.get(step.id) ?? 0,
  }));
}

/** Whose instructions these are, if they are not the plan's original ones. */
export function authorOf({ id }: Step, authors: InstructionAuthors) {
  const by = authors.get(id);
  return by ? { by } : {};
}

function isOpen({ status }: Step): boolean {
  return status === "pending" || status === "in_progress";
}

function stepHead(step: Step, supersededBy: string | undefined) {
  return {
    ...stepWithStatus(step),
    ...(supersededBy ? { supersededBy } : {}),
    ...(step.requiresReview ? { requiresReview: true } : {}),
    ...(step.status === "in_progress" ? { held: heldStep(step) } : {}),
    ...(step.resultSummary ? { summary: excerptToFit(step.resultSummary, SHOWN_SUMMARY) } : {}),
    ...(step.confidence === null ? {} : { confidence: step.confidence }),
    ...(step.failureReason ? { reason: excerptToFit(step.failureReason, SHOWN_SUMMARY) } : {}),
    ...(isOpen(step) ? { instructions: excerptToFit(step.instructions, SHOWN_INSTRUCTIONS) } : {}),
  };
}

export function reviewEntries(reviews: readonly Review[]): Entry[] {
  return reviews.map((review) => ({
    id: review.id,
    kind: "review",
    characters: 0,
    head: {
      stepId: review.stepId,
      summary: excerptToFit(review.summary, SHOWN_SUMMARY),
      decision: review.decision,
      feedback: review.feedback && excerptToFit(review.feedback, SHOWN_SUMMARY),
      ...channelOf(review.decidedVia),
    },
  }));
}

export async function artifactEntries(context: TenantContext, planId: string): Promise<Entry[]> {
  return (await listPlanArtifacts(context, planId)).map((artifact) => ({
    id: artifact.id,
    kind: "artifact",
    head: artifactHead(artifact),
    characters: artifact.characters,
  }));
}

function artifactHead(artifact: PlanArtifact) {
  const { id, stepId, artifactType, title, summary, confidence, sources, sourceCount } = artifact;
  const more = sourceCount - sources.length;
  return {
    artifactId: id,
    artifactType,
    title,
    ...(stepId ? { stepId } : {}),
    ...(summary ? { summary } : {}),
    ...(confidence === null ? {} : { confidence }),
    // Outputs cite these ids, even when written in another conversation.
    ...(sources.length > 0
      ? { sources: sources.map((source) => ({ sourceId: source.id, title: source.title })) }
      : {}),
    ...(more > 0 ? { moreSources: more } : {}),
  };
}

async function readTexts(
  context: TenantContext,
  ranges: ReturnType<typeof rangesToRead>,
): Promise<Map<string, string>> {
  const rangesOf = (kind: Entry["kind"]) =>
    ranges.flatMap(({ entry, from, count }) =>
      entry.kind === kind ? [{ id: entry.id, from, count }] : [],
    );
  const results = await readStepResults(context, rangesOf("step"));
  const artifacts = await readArtifactTexts(context, rangesOf("artifact"));
  return new Map([...results, ...artifacts]);
}
