import { TENANT_TABLES } from "../../../db/src/schema/table-names.ts";
import type { Queryable } from "./tenancy-catalog.ts";

/** Values of the program's own, in which no tenant's words can stand. */
const PROGRAM_WORDS = [
  "research_plan.handle",
  "research_plan.budget",
  "research_plan.spent",
  "research_plan.phase_cause",
  "plan_step.usage",
  "plan_audit_log.action",
  "plan_audit_log.actor_via",
  "mcp_tool_call_log.tool_name",
  "idempotency_key.arguments_digest",
  "document_chunk.source_table",
  "document_chunk.source_id",
  "document_chunk.content_digest",
  "share_link.token_ending",
  "personal_access_token.token_ending",
  "personal_access_token.scopes",
  "plan_step.depends_on",
  "plan_branching_condition.action_params",
];

/** Columns of texts, lists of texts and JSON that no key, reference or check restricts; that it is mandatory is no restriction. */
const FREE_COLUMNS = `
  SELECT relname AS table, attname AS column, atttypid::regtype::text AS type FROM pg_class
  JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    AND atttypid IN ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
  WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1)
    AND format('%s.%s', relname, attname) <> ALL ($2) AND NOT EXISTS (
      SELECT FROM pg_constraint WHERE conrelid = pg_class.oid AND attnum = ANY (conkey) AND contype <> 'n')
  ORDER BY relname, attname`;

/** By type: values that count as empty, and the value with the canary. */
const MARKS: Readonly<Record<string, readonly [empty: string, marked: string]>> = {
  text: ["(NULL)", "$2"],
  "text[]": ["('{}')", "ARRAY[$2::text]"],
  jsonb: ["('{}', '[]', 'null')", "jsonb_build_array($2::text)"],
};

/**
 * Puts the canary into every empty column of an organization's rows that has room for a text. Returns the columns which
 * then are without it, because their row has another text.
 */
export async function markTexts(
  client: Queryable,
  {
    organizationId,
    canary,
    tables = TENANT_TABLES,
  }: {
    readonly organizationId: string;
    readonly canary: string;
    readonly tables?: readonly string[];
  },
): Promise<string[]> {
  const unmarked: string[] = [];
  const { rows } = await client.query(FREE_COLUMNS, [tables, PROGRAM_WORDS]);
  for (const { table, column, type } of rows) {
    const [empty, marked] = MARKS[String(type)] ?? [];
    await client.query(
      `UPDATE ${table} SET "${column}" = ${marked}
       WHERE organization_id = $1 AND ("${column}" IS NULL OR "${column}" IN ${empty})`,
      [organizationId, canary],
    );
    const { rows: others } = await client.query(
      `SELECT FROM ${table} WHERE organization_id = $1 AND strpos("${column}"::text, $2) = 0 LIMIT 1`,
      [organizationId, canary],
    );
    if (others.length > 0) unmarked.push(`${table}.${column}`);
  }
  return unmarked;
}
