import { type Database, openDatabase } from "@trovella/db";
import type { Sealing } from "@trovella/db/audit";
import { type Config, loadConfig } from "../../config.ts";
import { databaseSettings, requireDatabase } from "../../database.ts";
import { CommandFailure, EXIT } from "../../exit.ts";
import { auditSealing } from "../../services/audit-sealing.ts";

export interface RecordParts {
  readonly config: Config;
  readonly database: Database;
  readonly sealing: Sealing;
}

/** Runs `work` with the database and the key of its checkpoints. */
export async function withRecord(work: (parts: RecordParts) => Promise<void>): Promise<void> {
  const config = loadConfig(process.env);
  const settings = databaseSettings(config);
  await requireDatabase(settings);
  const sealing = await requireSealing(config);
  const database = await openDatabase(settings);
  try {
    await work({ config, database, sealing });
  } finally {
    await database.close();
  }
}

export async function requireSealing(config: Config): Promise<Sealing> {
  const sealing = await auditSealing(config);
  if (sealing) return sealing;
  throw new CommandFailure(
    "There is no key to sign checkpoints with: the data directory cannot be written. Next: set TROVELLA_SECRET or TROVELLA_AUDIT_KEY_FILE.",
    EXIT.notConfigured,
  );
}
