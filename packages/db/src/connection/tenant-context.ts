import { inSpan, type Span } from "@trovella/foundation";
import { isPreparedStatementConflict, preparedStatements } from "./batch.ts";
import type { Database } from "./database.ts";
import { isConnectionLost, isDeadlock, leadsToStandby, lossOf } from "./database-failure.ts";
import { waitingWeight } from "./shares.ts";
import { limitSilence, SILENCE_MS } from "./silence.ts";
import {
  READ_SNAPSHOT,
  READ_WRITE,
  type Tenant,
  type TenantContext,
  TenantTransaction,
  type TransactionMode,
} from "./tenant-transaction.ts";

export type { IdempotencyScope, Tenant, TenantContext } from "./tenant-transaction.ts";

/** The cached plan is stale, or may be; nothing was written. */
export class StalePlanError extends Error {}

/**
 * Runs `work` in one transaction that can see and write this tenant's rows alone, within the tenant's share of connections.
 * Work that is repeatable, such as a read, does no harm even when it was committed before its connection was lost.
 */
export function withTenantContext<T>(
  database: Database,
  tenant: Tenant,
  work: (context: TenantContext) => Promise<T>,
  { isRepeatable = false }: { readonly isRepeatable?: boolean } = {},
): Promise<T> {
  return database.shares.run(tenant.organizationId, () =>
    runTransaction({ database, tenant, mode: READ_WRITE, work, isRepeatable }),
  );
}

/**
 * For work that writes the search index: it waits for the organization's other writers before it takes a connection.
 * `bytes` is what it keeps in memory meanwhile.
 */
export function withStoringContext<T>(
  database: Database,
  tenant: Tenant,
  work: (context: TenantContext) => Promise<T>,
  bytes = 0,
): Promise<T> {
  return database.storing.run(
    tenant.organizationId,
    () => withTenantContext(database, tenant, work),
    { weight: waitingWeight(bytes) },
  );
}

/** For background work one at a time: it takes no share, so it is neither refused nor waits behind the organization's calls. */
export function withBackgroundContext<T>(
  database: Database,
  tenant: Tenant,
  work: (context: TenantContext) => Promise<T>,
): Promise<T> {
  return runTransaction({ database, tenant, mode: READ_WRITE, work, isBackground: true });
}

/** For reads that must all see the same moment. */
export function withTenantSnapshot<T>(
  database: Database,
  tenant: Tenant,
  work: (context: TenantContext) => Promise<T>,
): Promise<T> {
  return runTransaction({ database, tenant, mode: READ_SNAPSHOT, work, isRepeatable: true });
}

interface TenantWork<T> {
  readonly database: Database;
  readonly tenant: Tenant;
  readonly mode: TransactionMode;
  readonly work: (context: TenantContext) => Promise<T>;
  readonly isBackground?: boolean;
  readonly isRepeatable?: boolean;
}

/** Retries without prepared statements behind a pooler that does not support them. Nothing was committed. */
async function runTransaction<T>(work: TenantWork<T>): Promise<T> {
  // Read before: a concurrent transaction may meet the same pooler and switch names off first.
  const { areNamed } = preparedStatements;
  try {
    return await runOptimistically(work);
  } catch (error) {
    if (!areNamed || !isPreparedStatementConflict(error)) throw error;
    preparedStatements.areNamed = false;
    return runOptimistically(work);
  }
}

interface AttemptOptions {
  readonly canUseCache: boolean;
  readonly canRepeat: boolean;
}

/** First with the cached plan; if that was stale, a retry under lock. What a lost connection or a deadlock ended is retried once. */
async function runOptimistically<T>(
  work: TenantWork<T>,
  options: AttemptOptions = { canUseCache: true, canRepeat: true },
): Promise<T> {
  const { isBackground = false } = work;
  const done = await inSpan("transaction", (span) => attempt(work, { ...options, span }), {
    isBackground,
  });
  if (typeof done === "object") return done.result;
  return runOptimistically(work, {
    canUseCache: false,
    canRepeat: options.canRepeat && done !== "lost",
  });
}

/**
 * What has to happen before another attempt: the outcome, result or error, rests on a cached plan that may be "stale",
 * or the transaction or its connection was "lost" before anything was committed.
 *
 * So the work may run twice, and both runs must come to the same end. It does, because all it does outside of its
 * transaction is harmless: ids and times are drawn again, plans enter the cache with their commit alone and are verified
 * by their version, and announcements, notifications and deliveries follow the commit.
 */
type Retry = "stale" | "lost";

async function attempt<T>(
  { database, tenant, mode, work, isRepeatable = false }: TenantWork<T>,
  { canUseCache, canRepeat, span }: AttemptOptions & { readonly span: Span },
): Promise<{ readonly result: T } | Retry> {
  const client = await database.connect();
  const { planCache: cache, references, groupCommit, onPlanClosed, onNotification } = database;
  const shared = { cache, references, groupCommit, onPlanClosed, onNotification };
  const options = { tenant, mode, canUseCache, ...shared };
  const transaction = new TenantTransaction(client, options);
  if (mode.silenceMs !== SILENCE_MS) limitSilence(client, mode.silenceMs);
  try {
    const result = await work(transaction);
    // No write has verified the cached plan, so the result must not stay.
    if (transaction.isOptimistic) throw new StalePlanError();
    await transaction.commit();
    client.release();
    return { result };
  } catch (error) {
    const isStale = isCausedByCache(transaction, error) || isHandleTaken(error);
    const isLost = canRepeat && isUncommitted({ transaction, isRepeatable, error });
    const isUsable = await transaction.rollback();
    client.release(lossOf(error) ?? !isUsable);
    if (isLost) return "lost";
    if (canUseCache && isStale) return "stale";
    throw error;
  } finally {
    const { roundTrips, statements } = transaction;
    span.setAttributes({
      "db.system.name": "postgresql",
      "trovella.round_trips": roundTrips,
      "trovella.statements": statements,
    });
  }
}

interface FailedAttempt {
  readonly transaction: TenantTransaction;
  readonly isRepeatable: boolean;
  readonly error: unknown;
}

/** Whether the connection was lost and nothing can have been committed, or nothing that matters. */
function isUncommitted({ transaction, isRepeatable, error }: FailedAttempt): boolean {
  if (isEndedBeforeSending(error) || leadsToStandby(error) || isDeadlock(error)) return true;
  return isConnectionLost(error) && (isRepeatable || !transaction.isCommitSent);
}

/** Not when a write failed on its way: it may have been committed, so a retry could repeat it. */
function isCausedByCache({ isOptimistic, isStarted }: TenantTransaction, error: unknown): boolean {
  return error instanceof StalePlanError || (isOptimistic && !isStarted);
}

/** Another plan of the organization has the handle that was drawn for a new one; a retry draws again. */
function isHandleTaken(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  return code === "23505" && constraint === "research_plan_handle";
}

/**
 * PostgreSQL ended the transaction because this process did not send for too long, as happens on an overloaded machine.
 * The session was gone before the statement arrived, or the driver did not send it.
 */
function isEndedBeforeSending(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === "25P03" || /\bis not queryable$/.test(String(message));
}
