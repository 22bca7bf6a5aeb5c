import { type Database, openDatabase, withTenantContext } from "@trovella/db";
import { type ListedOutput, listOutputs } from "@trovella/db/memory";
import { loadConfig } from "../../config.ts";
import { databaseSettings, requireDatabase } from "../../database.ts";
import { requireLocalMode } from "../../mode.ts";
import { localCaller } from "../../services/local-caller.ts";

export const MAX_LISTED = 100;

export const { tenant } = localCaller(null);

/** Runs `work` on the local database; refuses team mode. */
export async function withOutputs(work: (database: Database) => Promise<void>): Promise<void> {
  const config = loadConfig(process.env);
  requireLocalMode(config, "output");
  const settings = databaseSettings(config);
  await requireDatabase(settings);
  const database = await openDatabase(settings);
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

export function readOutputs(database: Database, planId: string | null): Promise<ListedOutput[]> {
  return withTenantContext(database, tenant, (context) =>
    listOutputs(context, { planId, limit: MAX_LISTED }),
  );
}
