import { newId, type TenantContext } from "@trovella/db";
import {
  findNewestOutput,
  lockNewestOutput,
  type NewestOutput,
  type NewOutput,
  saveOutput,
  wasReportDeleted,
} from "@trovella/db/memory";
import { loadPlanForShare, requireLock } from "@trovella/db/plans";
import { draftReason } from "@trovella/deliverables";
import { isClosed, type Plan } from "@trovella/plan-engine";
import { indexOutput } from "@trovella/search";
import { completeRun } from "../runs/link-run.ts";
import { adoptCitedSources } from "./adopt-cited-sources.ts";
import {
  ANSWER_CHARACTERS,
  answerOf,
  composeInterim,
  EXCERPT_CHARACTERS,
} from "./compose-interim.ts";
import { type DocumentRule, isDocumentDue, isResearchOver } from "./document-due.ts";
import { readResearchMaterial } from "./research-material.ts";

/** The latest output of a plan, and whether the server composed it just now. */
export interface PlanDocument extends NewestOutput {
  readonly isNew: boolean;
}

/**
 * The document of a plan whose research is over. If nobody wrote one in time it is composed now, unless the caller may not
 * write. Reads nothing while the plan goes on.
 */
export async function ensureDocument(
  context: TenantContext,
  plan: Plan,
  { mayWrite, ...rule }: DocumentRule & { readonly mayWrite: boolean },
): Promise<PlanDocument | null> {
  if (!isResearchOver(plan)) return null;
  const newest = await findNewestOutput(context, plan.id);
  const isWanted = mayWrite && isDocumentDue(plan, rule) && !isDocument(newest, plan);
  if (isWanted) return composeDocument(context, plan.id, rule);
  return newest && { ...newest, isNew: false };
}

/**
 * The document of a plan; if there is none, it is composed from what is stored, once, however many processes try. Null when
 * nothing is stored. With a time rule only if it is due.
 */
export async function composeDocument(
  context: TenantContext,
  planId: string,
  { now, afterMs }: { readonly now: Date; readonly afterMs?: number },
): Promise<PlanDocument | null> {
  requireLock(context);
  // Locked in the order of every other writer: the plan, its outputs, its sources, the index.
  const { plan } = await loadPlanForShare(context, planId);
  const newest = await lockNewestOutput(context, plan.id);
  const isDue = afterMs === undefined || isDocumentDue(plan, { now, afterMs });
  if (isDocument(newest, plan) || !isDue) return newest && { ...newest, isNew: false };
  // Not by itself: what a person deleted must not come back.
  if (afterMs !== undefined && (await wasReportDeleted(context, planId))) return null;
  return storeInterim(context, plan, now);
}

/** A draft of the server is outdated once its plan is closed. */
function isDocument(output: NewestOutput | null, { status }: Plan): output is NewestOutput {
  return output !== null && !(output.origin === "server" && output.isDraft && isClosed(status));
}

async function storeInterim(
  context: TenantContext,
  plan: Plan,
  now: Date,
): Promise<PlanDocument | null> {
  const material = await readResearchMaterial(context, plan, (artifacts) => {
    const answer = answerOf(plan, artifacts);
    const length = (isAnswer: boolean) => (isAnswer ? ANSWER_CHARACTERS : EXCERPT_CHARACTERS);
    return {
      artifact: (id) => length(id === answer?.artifactId),
      result: (stepId) => length(stepId === answer?.stepId),
    };
  });
  if (material.artifacts.length === 0 && material.resultTexts.size === 0) return null;
  const output: NewOutput = {
    ...composeInterim(plan, material),
    id: newId("output"),
    planId: plan.id,
    userId: null,
    mediaType: "markdown",
    formattingNotes: null,
    isDraft: !isClosed(plan.status),
    origin: "server",
    evidence:
      plan.evidencePolicy === "strict" ? { policy: "strict", ...COMPOSED, counts: {} } : null,
    createdAt: now,
  };
  const version = await saveOutput(context, output);
  await adoptCitedSources(context, { ...output, now });
  await indexOutput(context, output);
  if (plan.status === "completed") await completeRun(context, { plan, actor: SERVER, at: now });
  const { id, origin, isDraft } = output;
  return { id, version, origin, isDraft, isNew: true };
}

const COMPOSED = {
  state: "draft",
  reason: draftReason.because("composed"),
};

/** A failed plan's run ends as failed by itself; see `endRuns`. */
const SERVER = { userId: null, client: null, via: "server", sessionId: null };
