import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";
import { hasErrorCode } from "../../embedded/error-code.ts";
import { SERVER_TABLES } from "../../schema/table-names.ts";
import { listMigrations } from "../list-migrations.ts";
import { applyMigration, MIGRATION_LOCK } from "../migrate.ts";
import { planKnownMigrations } from "../plan-migrations.ts";
import { type BackupTable, describeTables, quoteName } from "./describe-tables.ts";

/** Locks every table exclusively until the transaction ends. Returns the existing tables. */
export async function lockDatabase(client: ClientBase, limitMs: number): Promise<BackupTable[]> {
  try {
    await client.query(`SET LOCAL lock_timeout = ${limitMs}`);
    await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    const tables = await describeTables(client);
    if (tables.length > 0) {
      await client.query(`LOCK TABLE ${namesOf(tables)} IN ACCESS EXCLUSIVE MODE`);
    }
    return tables;
  } catch (error) {
    if (!hasErrorCode(error, "55P03", "40P01")) throw error;
    throw new AppError(
      "UNAVAILABLE",
      "The database is being used, so nothing was changed. Next: stop the servers and clients that use it, then try again.",
    );
  }
}

/** Leaves the tables as the named migration made them, without rows. */
export async function clearTables(client: ClientBase, migration: string): Promise<void> {
  const tables = await describeTables(client);
  const { applied } = await planKnownMigrations(client);
  if (applied.at(-1) === migration) {
    await client.query(`TRUNCATE ${namesOf(tables)}`);
    return;
  }
  // Without CASCADE: objects that others built upon these tables must not be dropped.
  if (tables.length > 0) await client.query(`DROP TABLE ${namesOf(tables)}, schema_migration`);
  // In no backup, and recreated like the others.
  for (const name of SERVER_TABLES) {
    await client.query(`DROP TABLE IF EXISTS public.${quoteName(name)}`);
  }
  await migrateWithin(client, migration);
}

/** As part of the caller's transaction; without a limit up to the newest. */
export async function migrateWithin(client: ClientBase, upTo?: string): Promise<void> {
  for (const migration of listMigrations()) {
    await applyMigration(client, migration);
    if (migration.id === upTo) return;
  }
}

function namesOf(tables: readonly BackupTable[]): string {
  return tables.map(({ name }) => `public.${quoteName(name)}`).join(", ");
}
