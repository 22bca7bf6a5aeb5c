import { defineStatement, execution } from "../statement.ts";
import type { TenantContext } from "../tenant-context.ts";
import { rowsOf } from "./console-conditions.ts";
import { COUNT_PENDING, pendingOf } from "./indexing-queue.ts";

const VERSION = defineStatement("SELECT current_setting('server_version') AS version");

/** Which PostgreSQL this is, and how many texts wait for their vectors. */
export async function readDatabaseState(
  context: TenantContext,
): Promise<{ readonly version: string; readonly pendingVectors: number }> {
  const [versions, counted] = await context.send([execution(VERSION), execution(COUNT_PENDING)]);
  const [row] = rowsOf<{ version: string }>(versions);
  return { version: row?.version ?? "", pendingVectors: pendingOf(counted) };
}
