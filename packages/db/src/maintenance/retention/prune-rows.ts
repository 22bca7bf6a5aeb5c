import type { Database } from "../../connection/database.ts";
import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import {
  type Tenant,
  type TenantContext,
  withTenantContext,
} from "../../connection/tenant-context.ts";
import { type Pruned, type Pruning, pruneOrganizations, sumOf } from "./pruning.ts";

/** Rows that grow with use and that nothing else rests on. */
type DeletedKind = "toolCalls" | "captures";

/** Short transactions, so that nobody waits for them. */
const BATCH = 2_000;

// Ids begin with their time, so the oldest come first by the primary key.
const TOOL_CALLS = "SELECT id FROM mcp_tool_call_log WHERE created_at < $1 ORDER BY id";
// A capture that a claim's evidence was checked against stays with the claim. Any other is made again when it is needed.
const CAPTURES = `SELECT id FROM source_capture AS capture WHERE created_at < $1 AND NOT EXISTS (
  SELECT FROM claim_evidence AS evidence
  WHERE evidence.organization_id = capture.organization_id AND evidence.capture_id = capture.id) ORDER BY id`;

const STATEMENTS = {
  toolCalls: statementsFor("mcp_tool_call_log", TOOL_CALLS),
  captures: statementsFor("source_capture", CAPTURES),
};

function statementsFor(table: string, old: string) {
  return {
    count: defineStatement(
      `SELECT count(*)::integer AS rows, coalesce(sum(pg_column_size(${table}.*)), 0)::float8 AS bytes
       FROM ${table} WHERE id IN (${old})`,
    ),
    prune: defineStatement(
      `WITH gone AS (DELETE FROM ${table} WHERE id IN (${old} LIMIT ${BATCH}) RETURNING pg_column_size(${table}.*) AS bytes)
       SELECT count(*)::integer AS rows, coalesce(sum(bytes), 0)::float8 AS bytes FROM gone`,
    ),
  };
}

/** Deletes old rows of one kind in batches; only counts them in a dry run. */
export function pruneRows(
  database: Database,
  { kind, ...pruning }: Pruning & { readonly kind: DeletedKind },
): Promise<Pruned> {
  return pruneOrganizations(database, kind, pruning, async (tenant, onProgress) => {
    let total: Pruned = { rows: 0, bytes: 0 };
    for (;;) {
      const batch = await pruneBatch(database, tenant, { kind, ...pruning });
      total = sumOf(total, batch);
      onProgress(total);
      if (pruning.isDryRun || batch.rows < BATCH) return total;
    }
  });
}

function pruneBatch(
  database: Database,
  tenant: Tenant,
  { kind, before, isDryRun }: Pruning & { readonly kind: DeletedKind },
): Promise<Pruned> {
  const { count, prune } = STATEMENTS[kind];
  return withTenantContext(database, tenant, async (context: TenantContext) => {
    const statement = execution(isDryRun ? count : prune, [before]);
    const [found] = await queryRows<Pruned & Record<string, unknown>>(context, statement);
    return { rows: found?.rows ?? 0, bytes: found?.bytes ?? 0 };
  });
}
