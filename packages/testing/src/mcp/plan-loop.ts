import { type Database, newId, sealJson, type Tenant, withTenantContext } from "@trovella/db";
import type { CallRecord } from "@trovella/db/calls";
import { type LoadedPlan, loadPlanForUpdate, planChange, savePlan } from "@trovella/db/plans";
import type { Json } from "@trovella/foundation";
import { decide, type PlanEvent, refusalOf } from "@trovella/plan-engine";

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
    const command = { type: "start_next_step", newLeaseToken: newId("lease"), agent } as const;
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

/** The database work of submit_step_result. */
export function submitStep(
  { database, tenant, agent }: Worker,
  planId: string,
  { stepId, token }: Claim,
): Promise<{ readonly planVersion: number; readonly isRefused: boolean }> {
  return withTenantContext(database, tenant, async (context) => {
    const loaded = await loadPlanForUpdate(context, planId);
    const texts = { result: sealJson(RESULT), report: sealJson(REPORT) };
    const events: PlanEvent[] = decide(
      loaded.plan,
      {
        type: "submit_result",
        stepId,
        leaseToken: token,
        result: RESULT,
        resultDigest: texts.result.digest,
        report: REPORT,
        reportDigest: texts.report.digest,
        resultSummary: "Two sources agree.",
        confidence: 0.8,
      },
      new Date(),
    );
    const saved = await savePlan(context, planChange(loaded, events, texts), {
      actor: actorOf(agent),
      callRecord: callRecord("submit_step_result", planId, stepId),
      commit: true,
    });
    return { planVersion: saved.plan.version, isRefused: refusalOf(events) !== null };
  });
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
