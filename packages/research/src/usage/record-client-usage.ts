import { createHash } from "node:crypto";
import { type Database, newId, type TenantContext, withTenantContext } from "@trovella/db";
import {
  findClientWork,
  findLastGivenStep,
  findSessionWork,
  type SessionWork,
  saveUsageReports,
  type UsageReport,
} from "@trovella/db/calls";
import { loadPlanForUpdate, requireLock } from "@trovella/db/plans";
import { LIMITS, type TokenUsage } from "@trovella/plan-engine";
import type { Caller } from "../caller.ts";
import { decideChange, saveAndCommit } from "../plans/handle-command.ts";
import type { ClientUsage } from "./read-otlp-usage.ts";

/** Within this time a client without a session in its metrics must have worked on exactly one plan. */
const ACTIVE_MS = 10 * 60_000;
const MAX_SESSIONS = 50;

interface Scope {
  readonly database: Database;
  readonly caller: Caller;
  readonly now: Date;
}

/**
 * Counts the usage that a client program exported for the plans its sessions worked on; what belongs to no plan is
 * dropped. Returns how many reports were new.
 */
export async function recordClientUsage(
  scope: Scope,
  usages: readonly ClientUsage[],
): Promise<number> {
  let stored = 0;
  for (const ofSession of bySession(usages).slice(0, MAX_SESSIONS)) {
    stored += await withTenantContext(scope.database, scope.caller.tenant, (context) =>
      recordSession(context, scope, ofSession),
    );
  }
  return stored;
}

/** Reports and plan change together, so that a report that is sent again finds both or neither. */
async function recordSession(
  context: TenantContext,
  { caller, now }: Scope,
  usages: readonly ClientUsage[],
): Promise<number> {
  const [usage] = usages;
  const { userId } = caller;
  const newest = usages.reduce((time, each) => Math.max(time, each.at.getTime()), 0);
  // A client's clock may be ahead of this one.
  const at = new Date(Math.min(now.getTime(), newest));
  const work = usage && (await findWork(context, usage, { userId, at }));
  if (!work) return 0;
  const stepId = await findLastGivenStep(context, work, { userId, at });
  // The plan is locked before rows that refer to it are stored. A cached one could also bring back an older lease.
  const loaded = await loadPlanForUpdate(context, work.planId);
  requireLock(context);
  const reports = usages.map((each) => reportOf(each, { work, stepId, at }));
  const added = await saveUsageReports(context, reports);
  if (added.length === 0) return 0;
  const { client, sessionId } = usage;
  const command = {
    type: "record_usage" as const,
    stepId: stepId ?? undefined,
    usage: { client: tokensOf(added) },
    client,
    sessionId: sessionId ?? undefined,
  };
  const change = decideChange(loaded, command, { now });
  await saveAndCommit(context, change, { actor: { userId, client, via: "otlp", sessionId } });
  return added.length;
}

async function findWork(
  context: TenantContext,
  { client, sessionId }: ClientUsage,
  { userId, at }: { readonly userId: string; readonly at: Date },
): Promise<SessionWork | null> {
  const own = sessionId && (await findSessionWork(context, { sessionId, userId, at }));
  if (own) return own;
  const from = new Date(at.getTime() - ACTIVE_MS);
  return findClientWork(context, { client, userId, from, to: at });
}

function bySession(usages: readonly ClientUsage[]): ClientUsage[][] {
  const sessions = new Map<string, ClientUsage[]>();
  for (const usage of usages) {
    const key = JSON.stringify([usage.client, usage.sessionId]);
    sessions.set(key, [...(sessions.get(key) ?? []), usage]);
  }
  return [...sessions.values()];
}

function reportOf(
  { identity, sessionId, ...usage }: ClientUsage,
  given: { readonly work: SessionWork; readonly stepId: string | null; readonly at: Date },
): UsageReport {
  const { work, stepId, at } = given;
  return {
    ...usage,
    id: newId("usage"),
    planId: work.planId,
    stepId,
    sessionId: sessionId ?? work.sessionId ?? "",
    reportedAt: at,
    dedupeKey: createHash("sha256").update(identity.join("\n")).digest("hex"),
  };
}

/** What a cache gave costs little and says little about the work, so it is kept apart. */
function tokensOf(reports: readonly UsageReport[]): TokenUsage {
  const tokens = reports.map(
    (each) => each.inputTokens + each.outputTokens + each.cacheWriteTokens,
  );
  return {
    tokens: Math.min(LIMITS.budgetTokens, sum(tokens)),
    costUsd: Math.min(LIMITS.budgetCount, sum(reports.map(({ costUsd }) => costUsd))),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
