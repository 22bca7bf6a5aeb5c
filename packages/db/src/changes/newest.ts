import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** Every change comes from a call or a decision, which leaves a row in one of these tables; ids rise with time. */
const NEWEST = defineStatement(`
  SELECT coalesce((SELECT id FROM plan_audit_log ORDER BY id DESC LIMIT 1), '') || ' ' ||
    coalesce((SELECT id FROM mcp_tool_call_log ORDER BY id DESC LIMIT 1), '') AS newest`);

/** A marker that differs from the previous one when something has happened since. */
export async function readNewest(context: TenantContext): Promise<string> {
  const [read] = await context.send([execution(NEWEST)], { last: true });
  return String(read?.rows[0]?.newest ?? "");
}
