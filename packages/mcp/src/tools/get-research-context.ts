import {
  isSessionKnown,
  loadPlanForUpdate,
  planChange,
  readPlanConsistently,
} from "@trovella/db/plans";
import { findOrphanedStep, type Plan } from "@trovella/plan-engine";
import { decideChange, saveAndCommit } from "@trovella/research";
import { z } from "zod";
import type { CallContext } from "../calls/call-context.ts";
import { handOutStep } from "../calls/hand-out-step.ts";
import { defineTool } from "../define-tool.ts";
import { cursor, maxChars, next, notice, outcome, planId, planStatus } from "../fields.ts";
import { nextStep } from "../replies/next-step.ts";
import { choosePlan } from "../replies/plan-choice.ts";
import { researchContext } from "../replies/research-context.ts";
import { storedItems } from "../replies/stored-items.ts";

const MAX_IDS = 50;
/** A leased step comes with the page, and the whole should fit into what clients show. */
const PAGE_SHARE = 0.8;
/** The pack of a closing step repeats what matters of the page. */
const PAGE_SHARE_BESIDE_PACK = 0.35;

export const getResearchContext = defineTool({
  name: "get_research_context",
  title: "Read or resume a plan",
  description:
    "A plan with its brief, results, reviews and artifacts. resume also leases you the step to go on with; ids gives outputs, artifacts, extractions and subagent reports in full.",
  input: {
    planId: planId.optional(),
    query: z.string().min(1).max(1_000).optional().describe("Words of a plan, without planId"),
    resume: z.boolean().optional().describe("Go on with it"),
    ids: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(MAX_IDS)
      .optional()
      .describe('e.g. ["o2", "a12"]'),
    maxChars,
    cursor,
  },
  output: {
    plan: z
      .looseObject({
        planId: z.string(),
        name: z.string(),
        researchQuestion: z.string(),
        status: planStatus,
        progress: z.number(),
        totalSteps: z.int(),
        outcome,
      })
      .optional(),
    brief: z.looseObject({}).optional(),
    steps: z.array(z.looseObject({ stepId: z.string() })).optional(),
    reviews: z.array(z.looseObject({ stepId: z.string() })).optional(),
    artifacts: z.array(z.looseObject({ artifactId: z.string() })).optional(),
    nextStep,
    items: z.array(z.looseObject({ id: z.string() })).optional(),
    plans: z.array(z.looseObject({ planId: z.string() })).optional(),
    notice,
    next: next.optional(),
    cut: z.array(z.string()).optional(),
    nextCursor: z.string().nullish(),
  },
  permission: "read",
  writes: "traces",

  async run({ planId, query, resume, ids, maxChars, cursor }, call) {
    const size = maxChars ?? call.pageBytes;
    if (ids) return storedItems(call.context, ids, { maxBytes: size, cursor });
    const choice = planId === undefined ? await choosePlan(call, query) : { planId };
    if ("plans" in choice) return choice;
    const isResumed = resume === true && cursor === undefined && call.may("write");
    const { plan, reply } = await readPlanConsistently(
      call.context,
      choice.planId,
      async (plan) => ({
        plan,
        reply: await researchContext(
          plan,
          { maxBytes: isResumed ? Math.round(size * pageShare(plan)) : size, cursor },
          call,
        ),
      }),
    );
    return isResumed ? resumed(plan, reply, call) : noted(plan, reply, call);
  },
});

function pageShare({ phase }: Plan): number {
  return phase === "open" ? PAGE_SHARE : PAGE_SHARE_BESIDE_PACK;
}

/** The reply with the step to go on with, leased to the caller. */
async function resumed<Reply extends { readonly next: string }>(
  { id: planId }: Plan,
  { next, ...reply }: Reply,
  call: CallContext,
) {
  const { context } = call;
  const loaded = await loadPlanForUpdate(context, planId);
  const change = (await sessionChange(planId, call)) ?? planChange(loaded, []);
  const holder = { userId: call.caller.userId, sessionId: call.sessionId ?? undefined };
  const orphan = findOrphanedStep(change.plan, holder, call.now);
  const wishes = orphan ? { takeOverStepId: orphan.id } : { reclaim: true };
  const handedOut = await handOutStep(call, change, wishes);
  if (handedOut.change.events.length > 0) {
    await saveAndCommit(context, handedOut.change, { actor: call.actor });
  }
  return { ...reply, nextStep: handedOut.nextStep };
}

/** The reply, after the plan's history names the session that read it. */
async function noted<Reply>({ id: planId }: Plan, reply: Reply, call: CallContext): Promise<Reply> {
  const change = await sessionChange(planId, call);
  if (change) await saveAndCommit(call.context, change, { actor: call.actor });
  return reply;
}

async function sessionChange(planId: string, call: CallContext) {
  const { sessionId, context } = call;
  if (!sessionId || !call.may("write")) return null;
  if (await isSessionKnown(context, { planId, sessionId })) return null;
  const loaded = await loadPlanForUpdate(context, planId);
  const isKnown = await isSessionKnown(context, { planId, sessionId });
  const change = decideChange(loaded, { type: "resume_session", sessionId, isKnown }, call);
  return change.events.length > 0 ? change : null;
}
