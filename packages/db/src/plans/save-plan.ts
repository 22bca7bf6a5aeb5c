import { AppError } from "@trovella/foundation";
import { applyEvents, type LeaseRenewal, type Plan, type PlanEvent } from "@trovella/plan-engine";
import { EMPTY_HEAD } from "../audit/audit-entry.ts";
import type { Actor, CallRecord } from "../calls/call-record.ts";
import { lockKey } from "../calls/kept-reply.ts";
import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import { StalePlanError, type TenantContext } from "../connection/tenant-context.ts";
import { outboxRows } from "../notifications/outbox.ts";
import {
  HOLD_PLAN,
  LOCK_PLAN,
  type LoadedPlan,
  planFromRows,
  READ_CONDITIONS,
  READ_PLAN,
  READ_REVIEWS,
  READ_STEPS,
} from "./loaded-plan.ts";
import { type AuditEnd, auditRows, planStatements, type StepTexts } from "./plan-statements.ts";

/** Events decided on a plan, and the plan as it will be once they are saved. */
export interface PlanChange {
  /** The plan that was decided on; null when it is created. */
  readonly before: LoadedPlan | null;
  readonly events: readonly PlanEvent[];
  readonly plan: Plan;
  /** The texts of the completed step, if the events complete one. */
  readonly texts: StepTexts | undefined;
}

/** Saved with a plan's change, in the same transaction. */
export interface SaveOptions {
  readonly actor: Actor;
  /** The record of the call that made the change. */
  readonly callRecord?: CallRecord | undefined;
  /** Commits in the same round trip; nothing may follow in this transaction. */
  readonly commit?: boolean;
}

/**
 * The plan to decide on. If this process has cached it, saving verifies that the cache was not stale, or the call is
 * retried; otherwise the plan is locked until the transaction ends.
 */
export async function loadPlanForUpdate(
  context: TenantContext,
  planId: string,
): Promise<LoadedPlan> {
  return context.cachedPlan(planId) ?? queryPlan(context, planId, LOCK_PLAN);
}

/** The plan as it is now, for reading only. */
export function readPlan(context: TenantContext, planId: string): Promise<LoadedPlan> {
  return queryPlan(context, planId, READ_PLAN);
}

/**
 * The plan for storing rows that refer to it. Such rows lock the step they refer to, so the plan is
 * locked first, in the same order as everywhere else, to avoid deadlocks.
 */
export function loadPlanForShare(context: TenantContext, planId: string): Promise<LoadedPlan> {
  return queryPlan(context, planId, HOLD_PLAN);
}

const UNLOCKED_ATTEMPTS = 3;

/**
 * Builds a result from the plan and further reads, all of the same version. When the plan changed
 * meanwhile, everything is read again; finally under a lock, so that the loop ends.
 */
export async function readPlanConsistently<T>(
  context: TenantContext,
  planId: string,
  build: (plan: Plan) => T | Promise<T>,
): Promise<T> {
  for (let attempt = 0; attempt < UNLOCKED_ATTEMPTS; attempt += 1) {
    const { plan } = await queryPlan(context, planId, READ_PLAN);
    const built = await build(plan);
    const [now] = await context.send([execution(READ_PLAN, [planId])]);
    if (now?.rows[0]?.version === plan.version) return built;
  }
  const { plan } = await queryPlan(context, planId, LOCK_PLAN);
  return build(plan);
}

export function planChange(
  before: LoadedPlan | null,
  events: readonly PlanEvent[],
  texts?: StepTexts,
): PlanChange {
  const isCompleting = events.some(({ type }) => type === "step_completed");
  const plan = applyEvents((before?.plan ?? null) as Plan, events);
  return { before, events, plan, texts: isCompleting ? texts : undefined };
}

const NO_ROWS: AuditEnd = { auditSeq: 0, auditHead: EMPTY_HEAD };

/** Writes rows and audit log from the same events; the only writer of plan state. */
export async function savePlan(
  context: TenantContext,
  { before, events, plan, texts }: PlanChange,
  { actor, callRecord, commit = false }: SaveOptions,
): Promise<LoadedPlan> {
  const end = before ?? NO_ROWS;
  checkTexts(events, texts);
  const audit = auditRows(events, { plan, end, actor });
  const saved: LoadedPlan = {
    plan,
    auditSeq: end.auditSeq + events.length,
    auditHead: audit.at(-1)?.entryHash ?? end.auditHead,
  };
  const outbox = outboxRows(events, { plan, auditSeq: end.auditSeq });
  const writes = planStatements(before?.plan ?? null, saved, {
    audit,
    outbox,
    texts,
    call: callRecord,
    organizationId: context.tenant.organizationId,
    unusedKey: context.deferredKey,
  });
  if (context.isOptimistic && !(commit && isProvable(events, writes))) throw new StalePlanError();
  if (outbox.length > 0) context.notifyAfterCommit();
  // Another process may be at the same call, and is waited for before the key is checked.
  const first = context.deferredKey ? [lockKey(context, context.deferredKey)] : [];
  const results = await context.send([...first, ...writes], { last: commit });
  if (events.length > 0 && results[first.length]?.rowCount !== 1) {
    if (context.isOptimistic) context.invalidatePlan(plan.id);
    throw new StalePlanError("The plan is not the one that was decided on.");
  }
  if (commit) context.cachePlan(saved);
  return saved;
}

/** A result without its text would be lost, so it is rejected. */
function checkTexts(events: readonly PlanEvent[], texts: StepTexts | undefined): void {
  for (const event of events) {
    if (event.type !== "step_completed") continue;
    const isComplete =
      texts?.result.digest === event.resultDigest &&
      (texts.report?.digest ?? null) === event.reportDigest;
    if (!isComplete) throw new Error("The texts of the completed step do not fit its digests.");
  }
}

/**
 * Whether one conditional statement writes everything, and nothing in it depends on when a lease
 * expires, since renewals do not raise the version.
 */
function isProvable(events: readonly PlanEvent[], writes: readonly Execution[]): boolean {
  const isPlain = (event: PlanEvent) =>
    event.type === "step_completed" ||
    event.type === "plan_status_changed" ||
    (event.type === "step_started" &&
      (event.reason === "next" || event.reason === "auto_advanced"));
  // A change of status alone comes with a renewed lease, which is written under lock.
  const isAboutStep = events.some(({ type }) => type !== "plan_status_changed");
  return writes.length === 1 && isAboutStep && events.every(isPlain);
}

/** For work that one conditional statement cannot do or verify: the call is retried under a lock. */
export function requireLock({ isOptimistic }: TenantContext): void {
  if (isOptimistic) throw new StalePlanError();
}

const RENEW_LEASE = defineStatement(`
  UPDATE plan_step SET lease_expires_at = greatest(lease_expires_at, $3), last_activity_at = greatest(last_activity_at, $4)
  WHERE id = $1 AND lease_token = $2 AND lease_expires_at IS NOT NULL`);

/** Before the step, in the same order as everywhere else. */
const NOTE_SIGN = defineStatement(`
  UPDATE research_plan SET last_sign_at = greatest(last_sign_at, $3)
  WHERE id = (SELECT plan_id FROM plan_step WHERE id = $1 AND lease_token = $2)`);

/**
 * A heartbeat: no event, no new version. False when the step was handed out again in the meantime. Writers of a
 * plan write steps with the lease they have read, so the renewal waits for them.
 */
export async function saveLeaseRenewal(
  context: TenantContext,
  { stepId, leaseToken, expiresAt, lastActivityAt }: LeaseRenewal,
): Promise<boolean> {
  const [, renewed] = await context.send([
    execution(NOTE_SIGN, [stepId, leaseToken, lastActivityAt]),
    execution(RENEW_LEASE, [stepId, leaseToken, expiresAt, lastActivityAt]),
  ]);
  return renewed?.rowCount === 1;
}

async function queryPlan(
  context: TenantContext,
  planId: string,
  statement: typeof READ_PLAN,
): Promise<LoadedPlan> {
  // Statements of their own: each sees what was committed while the first waited for the lock.
  const [plans, steps, conditions, reviews] = await context.send([
    execution(statement, [planId]),
    execution(READ_STEPS, [planId]),
    execution(READ_CONDITIONS, [planId]),
    execution(READ_REVIEWS, [planId]),
  ]);
  const row = plans?.rows[0];
  if (!row) throw noSuchPlan(planId);
  return planFromRows(row, steps?.rows ?? [], conditions?.rows ?? [], reviews?.rows ?? []);
}

export function noSuchPlan(planId: string): AppError {
  return new AppError(
    "NOT_FOUND",
    "There is no such plan. Next: call list_active_plans for plans in progress, or search_sources for finished ones.",
    { planId: planId.slice(0, 200) },
  );
}
