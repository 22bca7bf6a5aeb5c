import { withClient } from "@trovella/db";
import { IDENTITY_TABLES, TENANT_TABLES } from "../../../packages/db/src/schema/table-names.ts";
import type { TeamServer } from "../support/team-server.ts";
import { type Organization, rowsOf, superuserOf } from "./organization.ts";

/** Written by every call, successful or not. */
const LOGS = ["mcp_tool_call_log"];
/** Their last use is logged asynchronously. */
const USED = ["personal_access_token"];

/** The rows of an organization by table, with their physical location and writing transaction. */
export function storedState(
  team: TeamServer,
  organization: Organization,
  { isCalling }: { readonly isCalling: boolean },
): Promise<Record<string, string>> {
  return withClient(superuserOf(team), async (client) => {
    const state: Record<string, string> = {};
    for (const table of [...TENANT_TABLES, ...IDENTITY_TABLES]) {
      if (isCalling && LOGS.includes(table)) continue;
      const row =
        isCalling && USED.includes(table)
          ? "(to_jsonb(t) - 'last_used_at')::text"
          : "ctid::text || xmin::text || t::text";
      const { text, values } = rowsOf(organization, table, row);
      const { rows } = await client.query(
        `SELECT count(*) || ' ' || md5(string_agg(row, ' ' ORDER BY row)) AS state FROM (${text}) AS rows`,
        values,
      );
      state[table] = String(rows[0]?.state);
    }
    return state;
  });
}
