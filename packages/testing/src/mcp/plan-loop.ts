import {
  type Database,
  newHandle,
  newId,
  newLeaseToken,
  type SealedJson,
  sealJson,
  type Tenant,
  withTenantContext,
} from "@trovella/db";
import type { CallRecord } from "@trovella/db/calls";
import { type LoadedPlan, loadPlanForUpdate, planChange, savePlan } from "@trovella/db/plans";
import type { Json } from "@trovella/foundation";
import { decide, type PlanEvent, refusalOf, type SubmitResult } from "@trovella/plan-engine";
import { extendChange } from "@trovella/research";

export interface Worker {
  readonly database: Database;
  readonly tenant: Tenant;
  readonly agent: string;
}

export interface Claim {
  readonly stepId: string;
  readonly attempt: number;
  readonly token: string;
}

/** A result of typical size, about 1.6 kB. */
export const RESULT: Json = {
  findings: Array.from({ length: 8 }, (_, index) => ({
    claim: `Finding ${index + 1}: what the sources agree on, in a sentence or two of ordinary length.`,
    url: `https://example.org/papers/2026/${index}/full-text.html`,
    weight: index / 8,
  })),
  gaps: ["long-term effects", "cost"],
};
export const REPORT: Json = {
  thinking: "Compared the sources and kept what at least two of them support.",
  webSearches: [],
  webFetches: [],
  otherToolCalls: [],
  subagents: [],
};

/** The database work of create_research_plan. */
export async function createPlan(
  { database, tenant, agent }: Worker,
  stepCount: number,
  now = new Date(),
): Promise<LoadedPlan> {
  const events = decide(
    null,
    {
      type: "create_plan",
      planId: newId("plan"),
      handle: newHandle(),
      newId,
      name: "[Scan] A plan to work on",
      researchQuestion: "How fast can steps be handed out and taken back?",
      steps: Array.from({ length: stepCount }, (_, index) => ({
        stepType: "search",
        instructions: `Find sources on aspect ${index + 1}, note what each claims and how sure it is.`,
      })),
    },
    now,
  );
  return withTenantContext(database, tenant, (context) =>
    savePlan(context, planChange(null, events), { actor: actorOf(agent), commit: true }),
  );
}

/** The database work of get_next_step; null when there is nothing to hand out. */
export function claimStep(
  { database, tenant, agent }: Worker,
  planId: string,
): Promise<Claim | null> {
  return withTenantContext(database, tenant, async (context) => {
    const now = new Date();
    const loaded = await loadPlanForUpdate(context, planId);
    const command = { type: "start_next_step", newLeaseToken: newLeaseToken(), agent } as const;
    const events = decide(loaded.plan, command, now);
    const started = events.find((event) => event.type === "step_started");
    await savePlan(context, planChange(loaded, events), {
      actor: actorOf(agent),
      callRecord: callRecord("get_next_step", planId, started?.stepId ?? null),
      commit: true,
    });
    return started
      ? { stepId: started.stepId, attempt: started.attempt, token: command.newLeaseToken }
      : null;
  });
}

export interface Submitted {
  readonly planVersion: number;
  readonly isRefused: boolean;
}

/** The database work of submit_step_result. */
export async function submitStep(worker: Worker, planId: string, claim: Claim): Promise<Submitted> {
  return submittedBy(await saveResult(worker, planId, { claim, newLeaseToken: null }));
}

/** The database work of submit_step_result with `continue`; `next` is null when there is nothing to hand out. */
export async function submitAndClaim(
  worker: Worker,
  planId: string,
  claim: Claim,
): Promise<Submitted & { readonly next: Claim | null }> {
  const token = newLeaseToken();
  const saved = await saveResult(worker, planId, { claim, newLeaseToken: token });
  const started = saved.events.find((event) => event.type === "step_started");
  const next = started && {
    stepId: started.stepId,
    attempt: started.attempt,
    token,
  };
  return { ...submittedBy(saved), next: next ?? null };
}

function submittedBy({ saved, events }: SavedResult): Submitted {
  return { planVersion: saved.plan.version, isRefused: refusalOf(events) !== null };
}

interface SavedResult {
  readonly saved: LoadedPlan;
  readonly events: readonly PlanEvent[];
}

interface Submission {
  readonly claim: Claim;
  /** The lease on the next step, if it is wanted too. */
  readonly newLeaseToken: string | null;
}

function saveResult(
  { database, tenant, agent }: Worker,
  planId: string,
  { claim, newLeaseToken }: Submission,
): Promise<SavedResult> {
  return withTenantContext(database, tenant, async (context) => {
    const loaded = await loadPlanForUpdate(context, planId);
    const texts = { result: sealJson(RESULT), report: sealJson(REPORT) };
    const now = new Date();
    const submitted = planChange(loaded, decide(loaded.plan, submission(claim, texts), now), texts);
    const start = newLeaseToken && { type: "start_next_step" as const, newLeaseToken, agent };
    const isAccepted = refusalOf(submitted.events) === null;
    const change = start && isAccepted ? extendChange(submitted, start, { now }) : submitted;
    const saved = await savePlan(context, change, {
      actor: actorOf(agent),
      callRecord: callRecord("submit_step_result", planId, claim.stepId),
      commit: true,
    });
    return { saved, events: change.events };
  });
}

function submission(
  { stepId, token }: Claim,
  { result, report }: Record<"result" | "report", SealedJson>,
): SubmitResult {
  return {
    type: "submit_result",
    stepId,
    leaseToken: token,
    result: RESULT,
    resultDigest: result.digest,
    report: REPORT,
    reportDigest: report.digest,
    resultSummary: "Two sources agree.",
    confidence: 0.8,
  };
}

function actorOf(agent: string) {
  return { userId: "usr_local", client: agent, via: "mcp", sessionId: "session" };
}

export function callRecord(toolName: string, planId: string, stepId: string | null): CallRecord {
  return {
    id: newId("call"),
    userId: "usr_local",
    toolName,
    planId,
    stepId,
    skillExecutionId: null,
    sessionId: "session",
    clientName: "test",
    clientVersion: "1.0.0",
    requestMetadata: JSON.stringify({ planId, stepId }),
    responseMetadata: JSON.stringify({ status: "ok" }),
    durationMs: 2,
    createdAt: new Date(),
    idempotency: null,
  };
}
