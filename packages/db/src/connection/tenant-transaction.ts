import { isClosed } from "@trovella/plan-engine";
import type { PoolClient } from "pg";
import type { LoadedPlan } from "../plans/loaded-plan.ts";
import type { PlanCache } from "../plans/plan-cache.ts";
import type { PlanReferences, ReferenceCache } from "../plans/reference-cache.ts";
import { type BatchResult, sendBatch } from "./batch.ts";
import type { GroupCommit } from "./group-commit.ts";
import { DELETION_SILENCE_MS, LONG_SILENCE_MS, limitSilence, SILENCE_MS } from "./silence.ts";
import { defineStatement, type Execution, execution, type Statement } from "./statement.ts";
import { COMMIT, ROLLBACK, requireCommitted, SNAPSHOT } from "./transaction.ts";

export interface Tenant {
  readonly organizationId: string;
}

/** Whose calls of which tool an idempotency key identifies. */
export interface IdempotencyScope {
  readonly userId: string;
  readonly toolName: string;
  readonly key: string;
}

export interface TenantContext {
  readonly tenant: Tenant;
  /** Sends statements in one round trip; with `last`, the commit travels with them. */
  send(
    executions: readonly Execution[],
    options?: { readonly last?: boolean },
  ): Promise<readonly BatchResult[]>;
  /** The plan as this process last saved it, as long as nothing was sent. Saving verifies its version. */
  cachedPlan(planId: string): LoadedPlan | null;
  /** Works on a cached plan whose version no write has verified yet (optimistic concurrency). */
  readonly isOptimistic: boolean;
  /**
   * Leaves it to the write of the cached plan to check that a key is unused, which saves a round trip. False without a
   * cached plan. Everything else that the work comes to is retried under a lock, where the key is checked first.
   */
  deferKeyCheck(planId: string, scope: IdempotencyScope): boolean;
  /** The key that the write of the plan has to check. */
  readonly deferredKey: IdempotencyScope | null;
  /** To be called with a plan whose write is committed, which verified the cached one, if any. */
  cachePlan(loaded: LoadedPlan): void;
  /** To be called when the cached plan was stale. */
  invalidatePlan(planId: string): void;
  /** The handles of a plan, by its handle or id, as far as this process knows them. */
  cachedReferences(plan: string): PlanReferences | null;
  cacheReferences(references: PlanReferences): void;
  /** For deletions, which may take longer than a call. */
  allowLongStatements(): Promise<void>;
  /** Something was written to the outbox, which is delivered once it is committed. */
  notifyAfterCommit(): void;
}

/** How a transaction begins, and the settings it takes on. */
export interface TransactionMode {
  readonly begin: Statement;
  readonly enter: Statement;
  /** How long the server may say nothing. */
  readonly silenceMs: number;
}

// Row-level security binds the owner too, but the owner may do more than a request should.
const ENTER_TENANT =
  "set_config('role', 'app_tenant', true), set_config('app.organization_id', $1, true)";

/**
 * A suspended process (a laptop asleep, a stopped container) would otherwise keep its locks, and those waiting for them
 * would use up the connections of all other processes. A statement that takes too long would do the same.
 */
const TIMEOUTS =
  "set_config('idle_in_transaction_session_timeout', '3000', true), set_config('lock_timeout', '8000', true), set_config('statement_timeout', '10000', true)";

export const READ_WRITE: TransactionMode = {
  begin: defineStatement("BEGIN"),
  enter: defineStatement(`SELECT ${ENTER_TENANT}, ${TIMEOUTS}`),
  silenceMs: SILENCE_MS,
};
export const READ_SNAPSHOT: TransactionMode = {
  begin: defineStatement(SNAPSHOT),
  enter: defineStatement(`SELECT ${ENTER_TENANT}`),
  silenceMs: LONG_SILENCE_MS,
};

const LONG_TIMEOUTS = defineStatement(
  "SELECT set_config('statement_timeout', '600000', true), set_config('idle_in_transaction_session_timeout', '60000', true)",
);

export interface TransactionOptions {
  readonly tenant: Tenant;
  readonly mode: TransactionMode;
  readonly cache: PlanCache;
  readonly references: ReferenceCache;
  readonly groupCommit: GroupCommit;
  /** False in a retry, which reads the plan under a lock. */
  readonly canUseCache: boolean;
  readonly onPlanClosed?: ((tenant: Tenant, planId: string) => void) | null;
  readonly onNotification?: ((tenant: Tenant) => void) | null;
}

/** Begins with its first statements and can commit with its last, which saves both round trips. */
export class TenantTransaction implements TenantContext {
  readonly tenant: Tenant;
  isOptimistic = false;
  roundTrips = 0;
  statements = 0;
  deferredKey: IdempotencyScope | null = null;
  /** The plan whose cached version the work rests on. */
  private cachedPlanId = "";
  private hasNotification = false;
  private hasSentCommit = false;
  private readonly client: PoolClient;
  private readonly options: TransactionOptions;
  /** From "committing" on nothing may be sent: it would run after the commit, without role and tenant. */
  private state: "unstarted" | "open" | "committing" | "ended" = "unstarted";

  constructor(client: PoolClient, options: TransactionOptions) {
    this.client = client;
    this.options = options;
    this.tenant = options.tenant;
  }

  cachedPlan(planId: string): LoadedPlan | null {
    if (!this.options.canUseCache || this.isStarted) return null;
    const cached = this.options.cache.get(this.cacheKey(planId));
    this.isOptimistic = cached !== null;
    this.cachedPlanId = planId;
    return cached;
  }

  deferKeyCheck(planId: string, scope: IdempotencyScope): boolean {
    if (!this.cachedPlan(planId)) return false;
    this.deferredKey = scope;
    return true;
  }

  cachePlan(loaded: LoadedPlan): void {
    this.isOptimistic = false;
    this.options.cache.set(this.cacheKey(loaded.plan.id), loaded);
    this.options.references.setPlan(this.tenant.organizationId, loaded.plan);
    if (isClosed(loaded.plan.status)) this.options.onPlanClosed?.(this.tenant, loaded.plan.id);
  }

  invalidatePlan(planId: string): void {
    this.options.cache.invalidate(this.cacheKey(planId));
  }

  cachedReferences(plan: string): PlanReferences | null {
    return this.options.references.get(this.tenant.organizationId, plan);
  }

  cacheReferences(references: PlanReferences): void {
    this.options.references.set(this.tenant.organizationId, references);
  }

  async allowLongStatements(): Promise<void> {
    limitSilence(this.client, DELETION_SILENCE_MS);
    await this.send([execution(LONG_TIMEOUTS)]);
  }

  notifyAfterCommit(): void {
    this.hasNotification = true;
  }

  /** Whether a COMMIT was sent, so that nobody knows the outcome when the connection is lost. */
  get isCommitSent(): boolean {
    return this.hasSentCommit;
  }

  get isStarted(): boolean {
    return this.state !== "unstarted";
  }

  async send(
    executions: readonly Execution[],
    { last = false } = {},
  ): Promise<readonly BatchResult[]> {
    this.checkSendable(executions);
    if (last && this.isOptimistic && !this.isStarted) return this.sendWhole(executions);
    const opening = this.isStarted ? [] : this.opening();
    const closing = last ? [execution(COMMIT)] : [];
    this.state = last ? "committing" : "open";
    const results = await this.batch([...opening, ...executions, ...closing]);
    if (last) this.checkCommitted(results.at(-1));
    return results.slice(opening.length, opening.length + executions.length);
  }

  /** A write that verifies the cached plan is all there is to send; those of others may share its transaction. */
  private async sendWhole(writes: readonly Execution[]): Promise<readonly BatchResult[]> {
    const { client, tenant, cachedPlanId: planId } = this;
    const opening = this.opening();
    this.state = "committing";
    this.count(opening.length + writes.length + 1);
    const whole = { client, opening, writes, planId };
    const results = await this.options.groupCommit.run(tenant.organizationId, whole);
    this.noteCommit();
    return results;
  }

  async commit(): Promise<void> {
    const isRunning = this.isRunning();
    this.state = isRunning ? "committing" : "ended";
    if (!isRunning) return;
    const [result] = await this.batch([execution(COMMIT)]);
    this.checkCommitted(result);
  }

  /** False when the connection cannot be used any more. */
  async rollback(): Promise<boolean> {
    const isRunning = this.isRunning();
    this.state = "ended";
    if (!isRunning) return true;
    return this.batch([execution(ROLLBACK)]).then(
      () => true,
      () => false,
    );
  }

  private batch(executions: readonly Execution[]): Promise<readonly BatchResult[]> {
    this.count(executions.length);
    return sendBatch(this.client, executions);
  }

  private count(statements: number): void {
    this.roundTrips += 1;
    this.statements += statements;
    this.hasSentCommit ||= this.state === "committing";
  }

  private checkCommitted(result: BatchResult | undefined): void {
    requireCommitted(this.client, result);
    this.noteCommit();
  }

  private noteCommit(): void {
    this.state = "ended";
    if (this.hasNotification) this.options.onNotification?.(this.tenant);
  }

  private isRunning(): boolean {
    return this.state === "open" || this.state === "committing";
  }

  private checkSendable(executions: readonly Execution[]): void {
    if (this.state === "committing" || this.state === "ended") {
      throw new Error("The transaction has ended.");
    }
    if (executions.some(isTransactionCommand)) throw new Error("This is one transaction already.");
  }

  private opening(): Execution[] {
    const { begin, enter } = this.options.mode;
    return [execution(begin), execution(enter, [this.tenant.organizationId])];
  }

  private cacheKey(planId: string): string {
    return JSON.stringify([this.tenant.organizationId, planId]);
  }
}

/** A COMMIT sent by the work itself would leave the rest of it without role and tenant. */
function isTransactionCommand({ statement: { text } }: Execution): boolean {
  return /^\s*(begin|start|commit|end|rollback|abort)\b/i.test(text);
}
