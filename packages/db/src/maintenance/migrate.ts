import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";
import { chainAuditRows } from "../audit/chain-audit-rows.ts";
import { TENANT_ROLE } from "../connection/tenant-role.ts";
import { inTransaction } from "../connection/transaction.ts";
import { errorCode, hasErrorCode } from "../embedded/error-code.ts";
import { BASELINE } from "./baseline.ts";
import { isConcurrent, listMigrations, type Migration, statementsOf } from "./list-migrations.ts";
import { appliedMigrations, type MigrationPlan, planMigrations } from "./plan-migrations.ts";

export interface MigrateOptions {
  /** Stops after this migration, to load data that was saved under it. */
  readonly upTo?: string;
  /** Called before anything is changed in a database that has been in use. */
  readonly beforeFirst?: (plan: MigrationPlan) => Promise<void>;
  /** Called when a newer program has migrated the database, with which this one goes on serving. */
  readonly onNewer?: (migrations: readonly string[]) => void;
  readonly retries?: LockRetries;
  readonly migrations?: readonly Migration[];
}

/** Other sessions queue behind a migration that waits for a table, so it waits briefly and retries. */
interface LockRetries {
  readonly lockTimeoutMs: number;
  readonly attempts: number;
  readonly pauseMs: number;
}

const LOCK_RETRIES: LockRetries = { lockTimeoutMs: 2_000, attempts: 40, pauseMs: 1_000 };

/** Brings the database up to date: one program at a time, each migration whole or not at all. Servers may go on meanwhile. */
export async function migrate(
  client: ClientBase,
  {
    upTo,
    beforeFirst,
    onNewer,
    retries = LOCK_RETRIES,
    migrations = listMigrations(),
  }: MigrateOptions = {},
): Promise<string[]> {
  const prepareOnce = async () => {
    const wanted = await planMigrations(client, migrations);
    if (wanted.newer.length > 0) onNewer?.(wanted.newer);
    const isPending = wanted.pending.length > 0;
    if (isPending && wanted.applied.length > 0) await beforeFirst?.(wanted);
    return isPending;
  };
  if (!(await prepareWithRetries(prepareOnce, retries))) return [];

  await ensureTenantRole(client);
  const done: string[] = [];
  for (const migration of migrations) {
    if (await applyWithRetries(client, migration, retries)) done.push(migration.id);
    if (migration.id === upTo) break;
  }
  return done;
}

/** Reading every table meets the locks of another program that migrates, after which less may be pending. */
async function prepareWithRetries(
  prepareOnce: () => Promise<boolean>,
  { attempts, pauseMs }: LockRetries,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await prepareOnce();
    } catch (error) {
      if (!hasErrorCode(error, DEADLOCK) || attempt >= attempts) throw error;
      await delay(pauseMs);
    }
  }
}

/** Waits for another program that migrates, and again and again for tables in use. */
async function applyWithRetries(
  client: ClientBase,
  migration: Migration,
  retries: LockRetries,
): Promise<boolean> {
  const apply = isConcurrent(migration) ? applyConcurrently : applyAtOnce;
  for (let attempt = 1; !(await isApplied(client, migration)); ) {
    try {
      const isNew = await apply(client, migration, retries);
      if (isNew !== "locked") return isNew;
      await delay(POLL_MS);
    } catch (error) {
      if (!hasErrorCode(error, LOCK_TIMEOUT, DEADLOCK)) throw error;
      if (attempt >= retries.attempts) throw lockedError(migration, error);
      attempt += 1;
      await delay(retries.pauseMs);
    }
  }
  return false;
}

const POLL_MS = 50;

const LOCK_TIMEOUT = "55P03";
const DEADLOCK = "40P01";

function lockedError({ id }: Migration, error: unknown): AppError {
  return new AppError(
    "UNAVAILABLE",
    `The migration ${id} could not lock the tables it changes, because other sessions use them; it changed nothing. ` +
      "Next: try again when there is less to do. A transaction that stays open for minutes is listed in pg_stat_activity.",
    { migration: id, cause: errorCode(error) },
  );
}

type Applied = boolean | "locked";

function applyAtOnce(
  client: ClientBase,
  migration: Migration,
  { lockTimeoutMs }: LockRetries,
): Promise<Applied> {
  return inTransaction(client, "BEGIN", async () => {
    // A statement that waited for it would keep a snapshot, for which the creation of an index waits.
    const { rows } = await client.query("SELECT pg_try_advisory_xact_lock($1) AS mine", [
      MIGRATION_LOCK,
    ]);
    if (!rows[0].mine) return "locked";
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    return applyMigration(client, migration);
  });
}

/** Outside of a transaction; interrupted, it leaves an invalid index, which the next attempt replaces. */
async function applyConcurrently(client: ClientBase, migration: Migration): Promise<Applied> {
  const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS mine", [MIGRATION_LOCK]);
  if (!rows[0].mine) return "locked";
  try {
    if (await isApplied(client, migration)) return false;
    for (const statement of statementsOf(migration)) {
      await dropInvalidIndex(client, statement);
      await client.query(statement);
    }
    return await recordMigration(client, migration);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => undefined);
  }
}

async function isApplied(client: ClientBase, { id }: Migration): Promise<boolean> {
  return (await appliedMigrations(client)).some((applied) => applied.id === id);
}

async function dropInvalidIndex(client: ClientBase, statement: string): Promise<void> {
  const [, name] = /CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/i.exec(statement) ?? [];
  const { rowCount } = await client.query(
    "SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid",
    [`public.${name}`],
  );
  if (rowCount === 1) await client.query(`DROP INDEX CONCURRENTLY public.${name}`);
}

/** An arbitrary number that no other advisory lock uses. */
export const MIGRATION_LOCK = 47_370_001;

/** Within the caller's transaction, under an exclusive lock until it ends; false when it was applied before. */
export async function applyMigration(client: ClientBase, migration: Migration): Promise<boolean> {
  // Held until the transaction ends, also behind a pooler.
  await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
  if (!(await recordMigration(client, migration))) return false;
  try {
    for (const statement of statementsOf(migration)) {
      // Here everything happens in one transaction.
      await runStep(client, statement.replace(/^(\s*CREATE\s+INDEX\s+)CONCURRENTLY\b/im, "$1"));
    }
  } catch (error) {
    // The error itself is kept: callers tell failures apart by its code.
    if (error instanceof Error)
      error.message = `The migration ${migration.id} failed: ${error.message}`;
    throw error;
  }
  return true;
}

/** False when it was recorded before. */
async function recordMigration(client: ClientBase, { id, digest }: Migration): Promise<boolean> {
  await client.query(
    "CREATE TABLE IF NOT EXISTS schema_migration (id text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), serves_from text)",
  );
  // Tables of earlier versions lack it. Asked before, since ALTER TABLE would lock out readers.
  const { rowCount: columns } = await client.query(
    "SELECT FROM pg_attribute WHERE attrelid = 'schema_migration'::regclass AND attname = 'serves_from'",
  );
  if (columns === 0) await client.query("ALTER TABLE schema_migration ADD COLUMN serves_from text");
  const { rowCount } = await client.query(
    "INSERT INTO schema_migration (id, digest, serves_from) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [id, digest, BASELINE.migration],
  );
  return rowCount === 1;
}

/** What SQL cannot do; a migration names it where it belongs, in a statement that is only `-- program: name`. */
const PROGRAMS: Readonly<Record<string, (client: ClientBase) => Promise<void>>> = {
  chainAuditRows,
};

async function runStep(client: ClientBase, statement: string): Promise<void> {
  const [, name] = /^-- program: (\w+)$/.exec(statement.trim()) ?? [];
  if (name === undefined) {
    await client.query(statement);
    return;
  }
  const program = PROGRAMS[name];
  if (!program) throw new Error(`There is no program ${name}.`);
  await program(client);
}

/** Roles belong to the whole server, so two databases may race to create it; the current user must be able to take it. */
export async function ensureTenantRole(client: ClientBase): Promise<void> {
  try {
    await client.query(`DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${TENANT_ROLE}') THEN
        BEGIN CREATE ROLE ${TENANT_ROLE} NOLOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END;
      END IF;
      -- The creator of a role is a member of it, but since version 16 may not SET ROLE to it.
      IF NOT pg_has_role(current_user, '${TENANT_ROLE}',
        CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
        EXECUTE format('GRANT ${TENANT_ROLE} TO %I', current_user);
      END IF;
    END $$`);
  } catch (error) {
    if ((error as { code?: string }).code !== "42501") throw error;
    throw new AppError(
      "UNAVAILABLE",
      `The database user may not create the role ${TENANT_ROLE} that requests run as. Next: as an administrator run ` +
        `CREATE ROLE ${TENANT_ROLE} NOLOGIN; GRANT ${TENANT_ROLE} TO <the user of DATABASE_URL>;`,
    );
  }
}
