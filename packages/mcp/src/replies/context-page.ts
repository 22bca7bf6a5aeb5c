import type { TenantContext } from "@trovella/db";
import { listPlanClaims } from "@trovella/db/evidence";
import { artifactHandle, listPlanArtifacts, type PlanArtifact } from "@trovella/db/memory";
import {
  type InstructionAuthors,
  measureStepResults,
  readArtifactTexts,
  readStepResults,
  type TextRange,
} from "@trovella/db/plans";
import { type Plan, type Step, supersededSteps } from "@trovella/plan-engine";
import { auditedStatus, claimHandle, readCursor, writeCursor } from "@trovella/research";
import { MAX_PAGE_BYTES } from "../fields.ts";
import { channelOf } from "../review/answer-review.ts";
import { excerptToBytes, jsonBytes } from "../text/show-invisible.ts";
import { stepHandleIn } from "./handles.ts";
import {
  type Entry,
  entriesFrom,
  fillPage,
  type Page,
  positionShape,
  rangesToRead,
} from "./pages.ts";
import { heldStep, stepWithStatus } from "./plan-progress.ts";

/** In UTF-8. The client that cuts first does so at 20 KiB. */
export const DEFAULT_PAGE_BYTES = 18_000;
/** Reserved for nextCursor and the sentences about what was cut. */
const RESERVED_BYTES = 700;
// In bytes.
const SHOWN_SUMMARY = 400;
const SHOWN_TITLE = 300;
const SHOWN_ARTIFACT_SUMMARY = 1_000;
const SHOWN_INSTRUCTIONS = 200;

export interface PageRequest {
  /** What the reply has beside the page. */
  readonly base: object;
  /** Of the whole reply. */
  readonly maxBytes: number;
  readonly cursor?: string | undefined;
}

/** Fills the rest of a reply with steps, reviews and artifacts, starting at the cursor. */
export function contextPage(
  context: TenantContext,
  entries: readonly Entry[],
  request: PageRequest,
): Promise<Page> {
  return pageOf(entries, (ranges) => readTexts(context, entries, ranges), request);
}

/** Fills the rest of a reply with entries whose texts are read in ranges, as far as they fit. */
export async function pageOf(
  entries: readonly Entry[],
  readTexts: (ranges: readonly TextRange[]) => Promise<ReadonlyMap<string, string>>,
  { base, maxBytes, cursor }: PageRequest,
): Promise<Page> {
  const budget = maxBytes - jsonBytes(base) - RESERVED_BYTES;
  const position = readCursor(cursor, positionShape);
  const wanted = entriesFrom(entries, position);
  const from = position?.from ?? 0;
  const ranges = rangesToRead(wanted, { from, budget });
  const texts = await readTexts(
    ranges.map(({ entry, from, count }) => ({ id: entry.id, from, count })),
  );
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
  const kinds = (["step", "review", "artifact", "claim", "item"] as const).flatMap((kind) => {
    const count = page.left.filter((entry) => entry.kind === kind).length;
    return count > 0 ? [`${count} ${kind}${count > 1 ? "s" : ""}`] : [];
  });
  const how = `call ${toolName} again with cursor: nextCursor, or with a larger maxChars (to ${MAX_PAGE_BYTES}; some clients cut at 20000)`;
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
      ...stepHead(plan, step, superseded.get(step.id)),
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

function stepHead(plan: Plan, step: Step, supersededBy: string | undefined) {
  return {
    ...stepWithStatus(step),
    ...(supersededBy ? { supersededBy: stepHandleIn(plan, supersededBy) } : {}),
    ...(step.requiresReview ? { requiresReview: true } : {}),
    ...(step.status === "in_progress" ? { held: heldStep(step) } : {}),
    ...(step.resultSummary ? { summary: excerptToBytes(step.resultSummary, SHOWN_SUMMARY) } : {}),
    ...(step.confidence === null ? {} : { confidence: step.confidence }),
    ...(step.failureReason ? { reason: excerptToBytes(step.failureReason, SHOWN_SUMMARY) } : {}),
    ...(isOpen(step)
      ? { instructions: excerptToBytes(step.instructions, SHOWN_INSTRUCTIONS) }
      : {}),
  };
}

/** The reviews of a plan, newest first. */
export function reviewEntries(plan: Plan): Entry[] {
  return plan.reviews.toReversed().map((review) => ({
    id: review.id,
    kind: "review",
    characters: 0,
    head: {
      stepId: stepHandleIn(plan, review.stepId),
      summary: excerptToBytes(review.summary, SHOWN_SUMMARY),
      decision: review.decision,
      feedback: review.feedback && excerptToBytes(review.feedback, SHOWN_SUMMARY),
      ...channelOf(review.decidedVia),
    },
  }));
}

export async function artifactEntries(context: TenantContext, plan: Plan): Promise<Entry[]> {
  return (await listPlanArtifacts(context, plan.id)).map((artifact) => ({
    id: artifact.id,
    kind: "artifact",
    head: artifactHead(plan, artifact),
    characters: artifact.characters,
  }));
}

/** What earlier steps claim, key claims first; the document cites them by their numbers. */
export async function claimEntries(context: TenantContext, plan: Plan): Promise<Entry[]> {
  const claims = (await listPlanClaims(context, plan.id)).filter(({ isWithdrawn }) => !isWithdrawn);
  const keyFirst = [
    ...claims.filter(({ isKey }) => isKey),
    ...claims.filter(({ isKey }) => !isKey),
  ];
  return keyFirst.map(({ id, number, statement, isKey, ...claim }) => ({
    id,
    kind: "claim",
    characters: 0,
    head: {
      claimId: claimHandle(number),
      statement: excerptToBytes(statement, SHOWN_SUMMARY),
      status: auditedStatus(claim),
      ...(isKey ? { key: true } : {}),
    },
  }));
}

function artifactHead(plan: Plan, artifact: PlanArtifact) {
  const { stepId, artifactType, title, summary, confidence, sources, sourceCount } = artifact;
  const more = sourceCount - sources.length;
  return {
    artifactId: artifactHandle(artifact),
    artifactType,
    title: excerptToBytes(title, SHOWN_TITLE),
    ...(stepId ? { stepId: stepHandleIn(plan, stepId) } : {}),
    ...(summary ? { summary: excerptToBytes(summary, SHOWN_ARTIFACT_SUMMARY) } : {}),
    ...(confidence === null ? {} : { confidence }),
    // Outputs cite these refs, even when written in another conversation.
    ...(sources.length > 0 ? { sources } : {}),
    ...(more > 0 ? { moreSources: more } : {}),
  };
}

async function readTexts(
  context: TenantContext,
  entries: readonly Entry[],
  ranges: readonly TextRange[],
): Promise<Map<string, string>> {
  const kinds = new Map(entries.map(({ id, kind }) => [id, kind]));
  const rangesOf = (kind: Entry["kind"]) => ranges.filter(({ id }) => kinds.get(id) === kind);
  const results = await readStepResults(context, rangesOf("step"));
  const artifacts = await readArtifactTexts(context, rangesOf("artifact"));
  return new Map([...results, ...artifacts]);
}
