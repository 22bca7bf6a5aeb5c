import type { TenantContext } from "@trovella/db";
import { readPlan, savePlan } from "@trovella/db/plans";
import { AppError } from "@trovella/foundation";
import type { PlanMode, ReviewPolicy } from "@trovella/plan-engine";
import {
  type Brief,
  type Caller,
  type CheckpointPlace,
  createPlan,
  linkRun,
  runMetadata,
} from "@trovella/research";

export const DRAFT_FORMATS = [
  "conversation",
  "markdown",
  "html",
  "word",
  "excel",
  "powerpoint",
  "pdf",
] as const;

export interface Draft {
  readonly question: string;
  readonly depth: PlanMode;
  readonly format: (typeof DRAFT_FORMATS)[number];
  /** A kind of research that the depth has a built-in template for, or the name of any template. */
  readonly template: string;
  readonly checkpoints: readonly CheckpointPlace[];
  readonly reviewPolicy: ReviewPolicy;
  readonly notes?: string | undefined;
  /** The plan whose findings it builds on. */
  readonly planId?: string | undefined;
}

interface By {
  readonly caller: Caller;
  readonly now: Date;
  readonly stallThresholdMs: number;
}

/** Creates a plan in a person's name; the next assistant that asks for it works on it. */
export async function commitDraft(context: TenantContext, draft: Draft, by: By) {
  const { caller, now, stallThresholdMs } = by;
  if (!caller.isPerson && caller.browserSessionId === null) throw onlyForPeople();
  const from = draft.planId === undefined ? null : await readPlan(context, draft.planId);
  const brief = briefOf(draft, from?.plan.handle ?? null);
  const { change } = await createPlan(
    { context, now },
    {
      researchQuestion: draft.question,
      template: templateOf(draft),
      checkpoints: draft.checkpoints,
      reviewPolicy: draft.reviewPolicy,
      brief,
    },
    { stallThresholdMs },
  );
  const { userId } = caller;
  const actor = { userId, client: "console", via: "console", sessionId: null } as const;
  await savePlan(context, change, { actor });
  const { plan } = change;
  const metadata = runMetadata(brief);
  await linkRun(context, { plan, startedId: null, brief: metadata, actor, userId, at: now });
  return {
    planId: plan.id,
    handle: plan.handle,
    name: plan.name,
    status: plan.status,
    stepCount: plan.steps.length,
  };
}

const BUILT_IN_KINDS = ["general_topic", "competitive_analysis", "decision_support"];

/** The depth chooses among the built-in templates of a kind; other templates have their own. */
function templateOf({ depth, template }: Pick<Draft, "depth" | "template">): string {
  return BUILT_IN_KINDS.includes(template) ? `${depth}/${template}` : template;
}

/** In the words of the skill `research`, so that every later conversation knows what the person wants. */
function briefOf(draft: Draft, from: string | null): Brief {
  const { question, depth, format, template, notes } = draft;
  const known = [
    from === null
      ? null
      : `The plan ${from} is earlier research on this: read it first with get_research_context({ planId: "${from}" }), build on its findings and look only for what is new`,
    notes?.trim() || null,
  ].filter((part) => part !== null);
  return {
    originalQuery: question,
    mode: depth,
    outputMediaType: format,
    ...(BUILT_IN_KINDS.includes(template) ? { researchType: template } : {}),
    ...(known.length > 0 ? { knownContext: known.join(". ") } : {}),
    ...(from === null ? {} : { priorResearch: { planId: from, userDecision: "refresh" } }),
    skipQuestionsReason: "The person answered them in the form of the console.",
    routingRationale: "Chosen by the person.",
  };
}

function onlyForPeople(): AppError {
  return new AppError(
    "FORBIDDEN",
    "Drafts are created by a person in the console. Next: call create_research_plan instead.",
  );
}
