import { rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { COUNT_PENDING, pendingCount } from "../search/chunk-queue.ts";

const VERSION = defineStatement("SELECT current_setting('server_version') AS version");

/** The version of PostgreSQL, and how many chunks await their vectors. */
export async function readDatabaseState(
  context: TenantContext,
): Promise<{ readonly version: string; readonly pendingVectors: number }> {
  const [versions, counted] = await context.send([execution(VERSION), execution(COUNT_PENDING)]);
  const [row] = rowsOf<{ version: string }>(versions);
  return { version: row?.version ?? "", pendingVectors: pendingCount(counted) };
}

const PING = defineStatement("SELECT 1 AS one");

export async function pingDatabase(context: TenantContext): Promise<void> {
  await context.send([execution(PING)]);
}
