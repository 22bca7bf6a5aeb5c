import { TENANT_TABLES } from "../../../db/src/schema/table-names.ts";
import type { Queryable } from "./tenancy-catalog.ts";

/** Texts of the program's own, in which no tenant's words can stand. */
const PROGRAM_WORDS = [
  "plan_audit_log.action",
  "plan_audit_log.actor_via",
  "mcp_tool_call_log.tool_name",
  "idempotency_key.arguments_digest",
  "document_chunk.source_table",
  "document_chunk.source_id",
  "document_chunk.content_digest",
  "personal_access_token.token_ending",
];

/** Columns of text that no key, reference or check restricts. */
const FREE_TEXTS = `
  SELECT relname AS table, attname AS column FROM pg_class
  JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND atttypid = 'text'::regtype
  WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1) AND NOT EXISTS (
    SELECT FROM pg_constraint WHERE conrelid = pg_class.oid AND attnum = ANY (conkey))
  ORDER BY relname, attname`;

/**
 * Puts the canary into every empty column of an organization's rows that has room for a text. Returns the columns which
 * then are without it, because their row has another text.
 */
export async function markTexts(
  superuser: Queryable,
  { organizationId, canary }: { readonly organizationId: string; readonly canary: string },
): Promise<string[]> {
  const unmarked: string[] = [];
  const { rows } = await superuser.query(FREE_TEXTS, [TENANT_TABLES]);
  for (const { table, column } of rows) {
    await superuser.query(
      `UPDATE ${table} SET "${column}" = $2 WHERE organization_id = $1 AND "${column}" IS NULL`,
      [organizationId, canary],
    );
    const { rows: others } = await superuser.query(
      `SELECT FROM ${table} WHERE organization_id = $1 AND strpos("${column}", $2) = 0 LIMIT 1`,
      [organizationId, canary],
    );
    if (others.length > 0) unmarked.push(`${table}.${column}`);
  }
  return unmarked.filter((place) => !PROGRAM_WORDS.includes(place));
}
