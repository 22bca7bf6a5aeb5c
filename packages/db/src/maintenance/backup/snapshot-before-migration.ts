import { mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import type { ClientBase } from "pg";
import { inTransaction, SNAPSHOT } from "../../connection/transaction.ts";
import { fileError } from "../../embedded/file-error.ts";
import { removeLeftovers } from "../../embedded/leftovers.ts";
import type { MigrationPlan } from "../plan-migrations.ts";
import { describeTables } from "./describe-tables.ts";
import { isEmpty } from "./is-empty.ts";
import { writeBackup } from "./write-backup.ts";

const KEPT_SNAPSHOTS = 7;

/** `before-<what>-20260101T120000123Z.jsonl.gz`; the times sort as texts. */
const SNAPSHOT_NAME = /^before-.*-(\d{8}T\d{9}Z)\.jsonl\.gz$/;

/** Saves a database that is about to be migrated, so that there is a way back; null if it is empty. */
export async function snapshotBeforeMigration(
  client: ClientBase,
  { pending }: MigrationPlan,
  { dataDirectory, key = null }: { readonly dataDirectory: string; readonly key?: Buffer | null },
): Promise<string | null> {
  const isNew = await inTransaction(client, SNAPSHOT, async () =>
    isEmpty(client, await describeTables(client)),
  );
  if (isNew) return null;
  const file = nextSnapshot(dataDirectory, pending[0]?.id ?? "migration", new Date());
  await writeBackup(client, file, key);
  deleteOldSnapshots(dataDirectory);
  return file;
}

/** The file for the next automatic snapshot; creates its directory. */
export function nextSnapshot(dataDirectory: string, before: string, now: Date): string {
  const directory = path.join(dataDirectory, "backups");
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    removeLeftovers(directory, now.getTime());
  } catch (error) {
    throw fileError(error, dataDirectory);
  }
  const time = now.toISOString().replace(/[-:.]/g, "");
  return path.join(directory, `before-${before}-${time}.jsonl.gz`);
}

/** When the newest automatic snapshot was made; null if there is none. */
export function newestSnapshotAt(dataDirectory: string): Date | null {
  try {
    const times = readdirSync(path.join(dataDirectory, "backups")).flatMap((name) => {
      const [, time] = SNAPSHOT_NAME.exec(name) ?? [];
      return time ?? [];
    });
    const newest = times.sort().at(-1);
    return newest ? new Date(newest.replace(SNAPSHOT_TIME, "$1-$2-$3T$4:$5:$6.$7Z")) : null;
  } catch {
    // The directory comes with the first one.
    return null;
  }
}

const SNAPSHOT_TIME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

/** Deletes all but the newest automatic snapshots; other files are left alone. */
export function deleteOldSnapshots(dataDirectory: string): void {
  const directory = path.join(dataDirectory, "backups");
  const timeOf = (name: string) => SNAPSHOT_NAME.exec(name)?.[1] ?? "";
  const snapshots = readdirSync(directory).filter(timeOf);
  snapshots.sort((left, right) => (timeOf(left) < timeOf(right) ? 1 : -1));
  for (const name of snapshots.slice(KEPT_SNAPSHOTS)) rmSync(path.join(directory, name));
}
