import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";
import { checkTenantSafety } from "../../connection/tenant-role.ts";
import { inTransaction } from "../../connection/transaction.ts";
import { listMigrations } from "../list-migrations.ts";
import { ensureTenantRole } from "../migrate.ts";
import { planKnownMigrations } from "../plan-migrations.ts";
import { type BackupOrigin, originOf } from "./backup-signature.ts";
import { clearTables, lockDatabase, migrateWithin } from "./clear-tables.ts";
import { isEmpty } from "./is-empty.ts";
import { type LoadCounts, loadRows } from "./load-rows.ts";
import { checkBackup } from "./read-backup.ts";
import { deleteOldSnapshots, nextSnapshot } from "./snapshot-before-migration.ts";
import { writeBackupWithin } from "./write-backup.ts";

export interface RestoreOptions {
  /** Whether existing data may be replaced; it is saved below the data directory first. */
  readonly replace: boolean;
  readonly dataDirectory: string;
  /** The key that signs this server's backups, if it has one. */
  readonly key?: Buffer | null;
  /** Whether only a backup with this server's signature is restored. */
  readonly mustBeSigned?: boolean;
  /** Lock timeout, while other sessions use the database. */
  readonly lockLimitMs?: number;
}

const LOCK_LIMIT_MS = 10_000;

export interface RestoreSummary extends Readonly<LoadCounts> {
  /** The file with the replaced data; null when there was none. */
  readonly replaced: string | null;
  readonly origin: BackupOrigin;
}

/** Restores a backup in one transaction: all of it or nothing. */
export async function restoreBackup(
  client: ClientBase,
  file: string,
  options: RestoreOptions,
): Promise<RestoreSummary> {
  const { key = null, mustBeSigned = false } = options;
  const { migration, seal } = await checkBackup(file);
  const origin = originOf(seal, key);
  if (mustBeSigned && origin !== "own") throw notOurs(file, origin);
  checkKnown(migration, file);
  await planKnownMigrations(client);
  await ensureTenantRole(client);

  const summary = await inTransaction(client, "BEGIN", async () => {
    await client.query("SET LOCAL statement_timeout = 0");
    const replaced = await saveExistingData(client, options);
    await clearTables(client, migration);
    const counts = await loadRows(client, file, seal.sha256);
    await migrateWithin(client);
    await checkTenantSafety(client);
    return { ...counts, replaced, origin };
  });
  if (summary.replaced) deleteOldSnapshots(options.dataDirectory);
  return summary;
}

/** Under the lock, so that nothing is written between saving and replacing. */
async function saveExistingData(
  client: ClientBase,
  { replace, dataDirectory, key = null, lockLimitMs = LOCK_LIMIT_MS }: RestoreOptions,
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
    key,
  );
  return file;
}

function notOurs(file: string, origin: BackupOrigin): AppError {
  const reason =
    origin === "unsigned"
      ? "has no signature: it was made by an older version or without TROVELLA_SECRET"
      : "was not signed by this server: it was made with another TROVELLA_SECRET, or changed afterwards";
  return new AppError(
    "FORBIDDEN",
    `The backup ${file} ${reason}. It could bring owners and tokens that nobody here created, so nothing was changed. ` +
      "Next: restore with the TROVELLA_SECRET it was made with, or add --unsigned if you know where the file comes from.",
    { origin },
  );
}

function checkKnown(migration: string, file: string): void {
  if (listMigrations().some(({ id }) => id === migration)) return;
  throw new AppError(
    "INVALID_INPUT",
    `The backup ${file} comes from a newer version of Trovella: it knows the migration ${migration.slice(0, 100)}, which this one does not. ` +
      "Next: restore it with that version or a newer one.",
  );
}
