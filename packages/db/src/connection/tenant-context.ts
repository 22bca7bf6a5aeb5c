import { inSpan, type Span } from "@trovella/foundation";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PoolClient } from "pg";
import type { PlanCache } from "../plans/plan-cache.ts";
import type { LoadedPlan } from "../plans/plan-rows.ts";
import {
  type BatchResult,
  isPreparedStatementConflict,
  preparedStatements,
  sendBatch,
} from "./batch.ts";
import type { Database } from "./database.ts";
import { defineStatement, type Execution, execution, type Statement } from "./statement.ts";
import { SNAPSHOT } from "./transaction.ts";

/** On whose behalf a call runs. */
export interface Tenant {
  readonly organizationId: string;
}

export interface TenantContext {
  readonly tenant: Tenant;
  /** For queries in the schema's language. */
  readonly tx: NodePgDatabase;
  /** Sends statements in one round trip; as the `last`, with the commit behind them. */
  send(
    executions: readonly Execution[],
    options?: { readonly last?: boolean },
  ): Promise<readonly BatchResult[]>;
  /** A guess at a plan, as long as nothing was read. Saving proves it; otherwise all is done again. */
  cachedPlan(planId: string): LoadedPlan | null;
  readonly isUnverified: boolean;
  /** To be called with a plan whose saving is committed: if it was a guess, it was right. */
  cachePlan(loaded: LoadedPlan): void;
  /** To be called when the plan turned out to be another than guessed. */
  invalidatePlan(planId: string): void;
}

/** What was guessed cannot be relied upon; nothing was written. */
export class StalePlanError extends Error {}

/** Runs `work` in one transaction that can see and write this tenant's rows alone. */
export function withTenantContext<T>(
  database: Database,
  tenant: Tenant,
  work: (context: TenantContext) => Promise<T>,
): Promise<T> {
  return runInTenant(database, { tenant, begin: BEGIN, enter: ENTER_TENANT }, work);
}

/** For those who only look: all they read shows one and the same moment. */
export function withTenantSnapshot<T>(
  database: Database,
  tenant: Tenant,
  work: (context: TenantContext) => Promise<T>,
): Promise<T> {
  return runInTenant(database, { tenant, begin: BEGIN_SNAPSHOT, enter: ENTER_SNAPSHOT }, work);
}

interface Opening {
  readonly tenant: Tenant;
  readonly begin: Statement;
  readonly enter: Statement;
}

async function runInTenant<T>(
  database: Database,
  opening: Opening,
  work: (context: TenantContext) => Promise<T>,
): Promise<T> {
  // Others that run at the same time may meet the same pooler, and be the first to give up names.
  const { areNamed } = preparedStatements;
  try {
    return await runOnce(database, opening, work);
  } catch (error) {
    if (!areNamed || !isPreparedStatementConflict(error)) throw error;
    // A pooler without support for prepared statements. Nothing was committed: once more, without.
    preparedStatements.areNamed = false;
    return runOnce(database, opening, work);
  }
}

const BEGIN = defineStatement("BEGIN");
const BEGIN_SNAPSHOT = defineStatement(SNAPSHOT);
const COMMIT = defineStatement("COMMIT");
const ROLLBACK = defineStatement("ROLLBACK");
// Row-level security binds the owner too, but the owner may do more than a request should.
const ENTER_SNAPSHOT = defineStatement(
  "SELECT set_config('role', 'app_tenant', true), set_config('app.organization_id', $1, true)",
);
/**
 * A process that stands still (a laptop asleep, a stopped container) would otherwise keep the locks it
 * holds, and everybody who waits for them would fill the connections of all other processes.
 */
const ENTER_TENANT = defineStatement(`SELECT set_config('role', 'app_tenant', true),
  set_config('app.organization_id', $1, true),
  set_config('idle_in_transaction_session_timeout', '3000', true), set_config('lock_timeout', '8000', true)`);

async function runOnce<T>(
  database: Database,
  opening: Opening,
  work: (context: TenantContext) => Promise<T>,
  mayGuess = true,
): Promise<T> {
  const attempt = await inSpan("transaction", (span) =>
    attemptOnce(database, opening, work, { mayGuess, span }),
  );
  // Answer or refusal, it may have been wrong. Once more, with a lock.
  return attempt ? attempt.result : runOnce(database, opening, work, false);
}

/** Null when a guess turned out not to be worth anything. */
async function attemptOnce<T>(
  database: Database,
  opening: Opening,
  work: (context: TenantContext) => Promise<T>,
  { mayGuess, span }: { readonly mayGuess: boolean; readonly span: Span },
): Promise<{ readonly result: T } | null> {
  const client = await database.connect();
  const transaction = new TenantTransaction(client, opening, database.planMemory, mayGuess);
  try {
    const result = await work(transaction);
    // What was built on a guess that nothing proved must not stay.
    if (transaction.isUnverified) throw new StalePlanError();
    await transaction.commit();
    client.release();
    return { result };
  } catch (error) {
    // A write that failed on its way may have been committed: that is not ours to repeat.
    const isGuessToBlame = mayGuess && (transaction.isUnproven || error instanceof StalePlanError);
    // A connection that cannot even roll back is thrown away.
    const isUsable = await transaction.rollback();
    client.release(!isUsable);
    if (!isGuessToBlame) throw error;
    return null;
  } finally {
    const { roundTrips, statements } = transaction;
    span.setAttributes({
      "db.system.name": "postgresql",
      "trovella.round_trips": roundTrips,
      "trovella.statements": statements,
    });
  }
}

/** Opens with its first statements and may close with its last, to save both round trips. */
class TenantTransaction implements TenantContext {
  readonly tenant: Tenant;
  private readonly client: PoolClient;
  private readonly begin: Statement;
  private readonly enter: Statement;
  /** From "ending" on nothing may follow: it would run behind the commit, without role and tenant. */
  private state: "unopened" | "open" | "ending" | "ended" = "unopened";
  private schema: NodePgDatabase | undefined;

  roundTrips = 0;
  statements = 0;

  isUnverified = false;
  private readonly memory: PlanCache;
  private readonly mayGuess: boolean;

  constructor(
    client: PoolClient,
    { tenant, begin, enter }: Opening,
    memory: PlanCache,
    mayGuess: boolean,
  ) {
    this.client = client;
    this.tenant = tenant;
    this.begin = begin;
    this.enter = enter;
    this.memory = memory;
    this.mayGuess = mayGuess;
  }

  cachedPlan(planId: string): LoadedPlan | null {
    if (!this.mayGuess || this.state !== "unopened") return null;
    const guess = this.memory.get(this.keyOf(planId));
    this.isUnverified = guess !== null;
    return guess;
  }

  /** A guess on which nothing but a decision was built so far. */
  get isUnproven(): boolean {
    return this.isUnverified && this.state === "unopened";
  }

  cachePlan(loaded: LoadedPlan): void {
    this.isUnverified = false;
    this.memory.set(this.keyOf(loaded.plan.id), loaded);
  }

  invalidatePlan(planId: string): void {
    this.memory.invalidate(this.keyOf(planId));
  }

  private keyOf(planId: string): string {
    return JSON.stringify([this.tenant.organizationId, planId]);
  }

  get tx(): NodePgDatabase {
    this.schema ??= drizzle({ query: (...query: unknown[]) => this.query(query) } as never);
    return this.schema;
  }

  async send(
    executions: readonly Execution[],
    { last = false } = {},
  ): Promise<readonly BatchResult[]> {
    this.checkGoing();
    const opening = this.state === "open" ? [] : this.opening();
    const closing = last ? [execution(COMMIT)] : [];
    this.state = last ? "ending" : "open";
    const results = await this.batch([...opening, ...executions, ...closing]);
    if (last) this.close(results.at(-1));
    return results.slice(opening.length, opening.length + executions.length);
  }

  async commit(): Promise<void> {
    const isBegun = this.isBegun();
    this.state = isBegun ? "ending" : "ended";
    if (!isBegun) return;
    const [result] = await this.batch([execution(COMMIT)]);
    this.close(result);
  }

  async rollback(): Promise<boolean> {
    const isBegun = this.isBegun();
    this.state = "ended";
    if (!isBegun) return true;
    return this.batch([execution(ROLLBACK)]).then(
      () => true,
      () => false,
    );
  }

  private batch(executions: readonly Execution[]): Promise<readonly BatchResult[]> {
    this.roundTrips += 1;
    this.statements += executions.length;
    return sendBatch(this.client, executions);
  }

  /** PostgreSQL answers COMMIT with ROLLBACK when the transaction had failed. */
  private close(result: BatchResult | undefined): void {
    if (result?.command !== "COMMIT") throw new Error("The transaction was not committed.");
    this.state = "ended";
  }

  private isBegun(): boolean {
    return this.state === "open" || this.state === "ending";
  }

  private checkGoing(): void {
    if (this.state === "ending" || this.state === "ended")
      throw new Error("The transaction has ended.");
  }

  private opening(): Execution[] {
    return [execution(this.begin), execution(this.enter, [this.tenant.organizationId])];
  }

  private async query(query: unknown[]): Promise<unknown> {
    this.checkGoing();
    if (isTransactionCommand(query[0])) throw new Error("This is one transaction already.");
    if (this.state === "unopened") await this.send([]);
    this.roundTrips += 1;
    this.statements += 1;
    return (this.client.query as (...query: unknown[]) => Promise<unknown>)(...query);
  }
}

/** A commit of its own would leave the rest of the work without role and tenant. */
function isTransactionCommand(query: unknown): boolean {
  const text = typeof query === "string" ? query : (query as { text?: unknown }).text;
  return /^\s*(begin|start|commit|end|rollback|abort)\b/i.test(String(text));
}
