import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";
import { listMigrations, type Migration } from "./list-migrations.ts";

export interface MigrationPlan {
  readonly applied: readonly string[];
  readonly pending: readonly Migration[];
  /** Those of a newer release, with which this program goes on serving. */
  readonly newer: readonly string[];
}

interface AppliedMigration {
  readonly id: string;
  readonly digest: string;
  /** A program that knows this migration serves on after `id` was applied; null where nobody said so. */
  readonly serves_from: string | null;
}

/** Applied and pending migrations; refuses a database that is too new for this program. */
export async function planMigrations(
  client: ClientBase,
  known: readonly Migration[] = listMigrations(),
): Promise<MigrationPlan> {
  const applied = await appliedMigrations(client);
  const isKnown = (id: string | null) => known.some((migration) => migration.id === id);
  const unknown = applied.filter(({ id }) => !isKnown(id));
  const changed = applied.find(({ id, digest }) =>
    known.some((migration) => migration.id === id && migration.digest !== digest),
  );
  if (changed) throw changedError(changed.id);

  const done = new Set(applied.map(({ id }) => id));
  const pending = known.filter(({ id }) => !done.has(id));
  const newer = unknown.map(({ id }) => id);
  // With pending ones it is not an older program but a different one.
  const canServe = pending.length === 0 && unknown.every((one) => isKnown(one.serves_from));
  if (newer.length > 0 && !canServe) throw newerError(newer);
  return { applied: [...done].filter(isKnown), pending, newer };
}

/** For work that needs to know every table: backups and restoring. */
export async function planKnownMigrations(client: ClientBase): Promise<MigrationPlan> {
  const plan = await planMigrations(client);
  if (plan.newer.length > 0) throw newerError(plan.newer);
  return plan;
}

function newerError(ids: readonly string[]): AppError {
  return new AppError(
    "UNAVAILABLE",
    `The database is newer than this program: it has had the migrations ${ids.join(", ")}, which ` +
      "this version does not know. Next: start the newer version of Trovella, or restore a backup made before the upgrade into a new data directory or database.",
    { unknown: ids },
  );
}

function changedError(id: string): AppError {
  return new AppError(
    "UNAVAILABLE",
    `The migration ${id} was applied with other contents than this program has. ` +
      "Next: use the version of Trovella that made the database, or restore a backup.",
    { migration: id },
  );
}

/** Those there are, in order. Databases that no program with a baseline has migrated yet lack the column. */
export async function appliedMigrations(client: ClientBase): Promise<AppliedMigration[]> {
  const {
    rows: [found],
  } = await client.query("SELECT to_regclass('public.schema_migration') IS NOT NULL AS exists");
  if (!found.exists) return [];
  const { rows } = await client.query(
    `SELECT id, digest, to_jsonb(migration) ->> 'serves_from' AS serves_from
     FROM schema_migration AS migration ORDER BY id`,
  );
  return rows;
}
