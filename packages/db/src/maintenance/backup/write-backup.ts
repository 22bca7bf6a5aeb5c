import type { ClientBase } from "pg";
import { inTransaction, SNAPSHOT } from "../../connection/transaction.ts";
import { type BackupCounts, readLines } from "./read-lines.ts";
import { writeBackupFile } from "./write-backup-file.ts";

export interface BackupSummary extends Readonly<BackupCounts> {
  readonly file: string;
  readonly bytes: number;
}

/** Saves the whole database as it is at one moment; others go on reading and writing meanwhile. */
export function writeBackup(
  client: ClientBase,
  file: string,
  key: Buffer | null = null,
): Promise<BackupSummary> {
  return inTransaction(client, SNAPSHOT, () => writeBackupWithin(client, file, key));
}

/** As part of a transaction of the caller's. */
export async function writeBackupWithin(
  client: ClientBase,
  file: string,
  key: Buffer | null,
): Promise<BackupSummary> {
  const counts = { rows: 0, organizations: 0 };
  const { bytes } = await writeBackupFile(file, readLines(client, counts), counts, key);
  return { file, bytes, ...counts };
}
