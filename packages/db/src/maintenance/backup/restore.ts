import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";
import { checkTenantSafety } from "../../connection/tenant-role.ts";
import { inTransaction } from "../../connection/transaction.ts";
import { ensureTenantRole, listMigrations, planMigrations } from "../migrate.ts";
import { writeBackupWithin } from "./backup.ts";
import { forgetOldSnapshots, nextSnapshot } from "./backup-snapshot.ts";
import { isEmpty } from "./is-empty.ts";
import { checkBackup } from "./restore-file.ts";
import { type LoadCounts, loadRows } from "./restore-load.ts";
import { clearTables, lockDatabase, migrateWithin } from "./restore-target.ts";

export interface RestoreOptions {
  /** Whether what is there may be replaced; it is saved below the data directory first. */
  readonly replace: boolean;
  readonly dataDirectory: string;
  /** How long to wait for others to let go of the database. */
  readonly lockLimitMs?: number;
}

const LOCK_LIMIT_MS = 10_000;

export interface RestoreSummary extends Readonly<LoadCounts> {
  /** Where that which was replaced is kept; null when there was nothing. */
  readonly replaced: string | null;
}

/** Brings a backup back: all of it, as one change, or nothing at all. */
export async function restoreBackup(
  client: ClientBase,
  file: string,
  options: RestoreOptions,
): Promise<RestoreSummary> {
  const { migration } = await checkBackup(file);
  checkKnown(migration, file);
  await planMigrations(client);
  await ensureTenantRole(client);

  const summary = await inTransaction(client, "BEGIN", async () => {
    await client.query("SET LOCAL statement_timeout = 0");
    const replaced = await saveWhatIsThere(client, options);
    await clearTables(client, migration);
    const counts = await loadRows(client, file);
    await migrateWithin(client);
    await checkTenantSafety(client);
    return { ...counts, replaced };
  });
  if (summary.replaced) forgetOldSnapshots(options.dataDirectory);
  return summary;
}

/** Under the lock, so that nothing can be written between the saving and the replacing. */
async function saveWhatIsThere(
  client: ClientBase,
  { replace, dataDirectory, lockLimitMs = LOCK_LIMIT_MS }: RestoreOptions,
): Promise<string | null> {
  const tables = await lockDatabase(client, lockLimitMs);
  if (await isEmpty(client, tables)) return null;
  if (!replace) {
    throw new AppError(
      "UNAVAILABLE",
      "The database is not empty, so nothing was changed. Next: restore with --replace to put the backup in the place of what is " +
        "there (which is saved first), or choose a new data directory or database.",
    );
  }
  const { file } = await writeBackupWithin(
    client,
    nextSnapshot(dataDirectory, "restore", new Date()),
  );
  return file;
}

function checkKnown(migration: string, file: string): void {
  if (listMigrations().some(({ id }) => id === migration)) return;
  throw new AppError(
    "INVALID_INPUT",
    `The backup ${file} comes from a newer version of Trovella: it knows the migration ${migration.slice(0, 100)}, which this one does not. ` +
      "Next: restore it with that version or a newer one.",
  );
}
