import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";
import { chainAuditRows } from "../audit/chain-audit-rows.ts";
import { TENANT_ROLE } from "../connection/tenant-role.ts";
import { inTransaction } from "../connection/transaction.ts";

export interface Migration {
  readonly id: string;
  readonly text: string;
  readonly digest: string;
}

export interface MigrationPlan {
  readonly applied: readonly string[];
  readonly pending: readonly Migration[];
}

/** In order; drizzle-kit keeps the journal. */
export function listMigrations(): Migration[] {
  const journal = JSON.parse(
    readFileSync(new URL("../migrations/meta/_journal.json", import.meta.url), "utf8"),
  );
  return (journal.entries as { tag: string }[]).map(({ tag }) => {
    const text = readFileSync(new URL(`../migrations/${tag}.sql`, import.meta.url), "utf8");
    return { id: tag, text, digest: createHash("sha256").update(text).digest("hex") };
  });
}

/** Applied and pending migrations; refuses a database that is newer than this program. */
export async function planMigrations(client: ClientBase): Promise<MigrationPlan> {
  const known = listMigrations();
  const applied = await appliedMigrations(client);
  const unknown = applied.filter(({ id }) => !known.some((migration) => migration.id === id));
  if (unknown.length > 0) {
    throw new AppError(
      "UNAVAILABLE",
      `The database is newer than this program: it has had the migrations ${unknown.map(({ id }) => id).join(", ")}, which ` +
        "this version does not know. Next: start the newer version of Trovella, or restore a backup made before the upgrade into a new data directory or database.",
      { unknown: unknown.map(({ id }) => id) },
    );
  }
  const changed = applied.find(({ id, digest }) =>
    known.some((migration) => migration.id === id && migration.digest !== digest),
  );
  if (changed) {
    throw new AppError(
      "UNAVAILABLE",
      `The migration ${changed.id} was applied with other contents than this program has. ` +
        "Next: use the version of Trovella that made the database, or restore a backup.",
      { migration: changed.id },
    );
  }
  const done = new Set(applied.map(({ id }) => id));
  return { applied: [...done], pending: known.filter(({ id }) => !done.has(id)) };
}

export interface MigrateOptions {
  /** Stops after this migration, to load data that was saved under it. */
  readonly upTo?: string;
  /** Called before anything is changed in a database that has been in use. */
  readonly beforeFirst?: (plan: MigrationPlan) => Promise<void>;
}

/** Brings the database up to date: one program at a time, each migration whole or not at all. */
export async function migrate(
  client: ClientBase,
  { upTo, beforeFirst }: MigrateOptions = {},
): Promise<string[]> {
  const wanted = await planMigrations(client);
  if (wanted.pending.length === 0) return [];
  if (wanted.applied.length > 0) await beforeFirst?.(wanted);

  await ensureTenantRole(client);
  const done: string[] = [];
  for (const migration of listMigrations()) {
    const isNew = await inTransaction(client, "BEGIN", () => applyMigration(client, migration));
    if (isNew) done.push(migration.id);
    if (migration.id === upTo) break;
  }
  return done;
}

/** An arbitrary number that no other advisory lock uses. */
export const MIGRATION_LOCK = 47_370_001;

/** Within the caller's transaction, under an exclusive lock until it ends; false when it was applied before. */
export async function applyMigration(
  client: ClientBase,
  { id, digest, text }: Migration,
): Promise<boolean> {
  // Held until the transaction ends, also behind a pooler.
  await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
  await client.query(
    "CREATE TABLE IF NOT EXISTS schema_migration (id text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  const { rowCount } = await client.query(
    "INSERT INTO schema_migration (id, digest) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    [id, digest],
  );
  if (rowCount !== 1) return false;
  try {
    for (const statement of text.split("--> statement-breakpoint"))
      await runStep(client, statement);
  } catch (error) {
    // The error itself is kept: callers tell failures apart by its code.
    if (error instanceof Error) error.message = `The migration ${id} failed: ${error.message}`;
    throw error;
  }
  return true;
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

async function appliedMigrations(client: ClientBase): Promise<{ id: string; digest: string }[]> {
  const {
    rows: [found],
  } = await client.query("SELECT to_regclass('public.schema_migration') IS NOT NULL AS exists");
  if (!found.exists) return [];
  const { rows } = await client.query("SELECT id, digest FROM schema_migration ORDER BY id");
  return rows;
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
