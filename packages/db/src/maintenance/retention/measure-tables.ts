import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import { TENANT_TABLES } from "../../schema/table-names.ts";

export interface TableSize {
  readonly table: string;
  readonly rows: number;
  /** As stored, compressed and without indexes. */
  readonly bytes: number;
}

/** Refused results apart, since they are what retention can remove of the log. */
const PARTS: Readonly<Record<string, string>> = {
  plan_audit_log: `'plan_audit_log' || CASE action WHEN 'result_refused' THEN ', refused results' ELSE '' END`,
};

const MEASURE = defineStatement(
  `${TENANT_TABLES.map(sizeOf).join(" UNION ALL ")} ORDER BY bytes DESC, "table"`,
);

function sizeOf(table: string): string {
  return `SELECT ${PARTS[table] ?? `'${table}'`} AS "table", count(*)::integer AS rows, sum(pg_column_size(${table}.*))::float8 AS bytes
    FROM ${table} GROUP BY 1`;
}

/** What the tables of an organization take, the largest first; those without rows are left out. */
export async function measureTables(context: TenantContext): Promise<TableSize[]> {
  await context.allowLongStatements();
  return queryRows<TableSize & Record<string, unknown>>(context, execution(MEASURE));
}
