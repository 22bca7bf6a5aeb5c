import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { COUNT_PENDING, pendingOf } from "../search/indexing-queue.ts";
import { rowsOf } from "./where-clause.ts";

const VERSION = defineStatement("SELECT current_setting('server_version') AS version");

/** Which PostgreSQL this is, and how many texts wait for their vectors. */
export async function readDatabaseState(
  context: TenantContext,
): Promise<{ readonly version: string; readonly pendingVectors: number }> {
  const [versions, counted] = await context.send([execution(VERSION), execution(COUNT_PENDING)]);
  const [row] = rowsOf<{ version: string }>(versions);
  return { version: row?.version ?? "", pendingVectors: pendingOf(counted) };
}
