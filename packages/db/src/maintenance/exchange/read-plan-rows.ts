import { queryRows } from "../../connection/query-rows.ts";
import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import { EXCHANGED_TABLES, type ExchangedTable } from "./exchanged-tables.ts";

/** PostgreSQL's own text of each value, in the order of the columns. */
export type ExchangedRow = readonly (string | null)[];

export interface TableColumns {
  readonly table: ExchangedTable;
  /** Without the organization, which is another one elsewhere, and without what is computed. */
  readonly columns: readonly string[];
  /** The columns of its primary key, without the organization. */
  readonly order: readonly string[];
}

const DESCRIBE = defineStatement(`
  SELECT relname AS name, ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = table_.oid AND attnum > 0
      AND NOT attisdropped AND attgenerated = '' AND attname <> 'organization_id' ORDER BY attnum) AS columns,
    ARRAY(SELECT attname::text FROM pg_index, unnest(indkey) WITH ORDINALITY AS key (number, position), pg_attribute
      WHERE indrelid = table_.oid AND indisprimary AND attrelid = table_.oid AND attnum = number
        AND attname <> 'organization_id' ORDER BY position) AS "order"
  FROM pg_class AS table_ WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname = ANY ($1::text[])`);

export async function describeExchanged(context: TenantContext): Promise<TableColumns[]> {
  const rows = await queryRows<{ name: string; columns: string[]; order: string[] }>(
    context,
    execution(DESCRIBE, [EXCHANGED_TABLES.map(({ name }) => name)]),
  );
  return EXCHANGED_TABLES.flatMap((table) => {
    const found = rows.find(({ name }) => name === table.name);
    return found ? [{ table, columns: found.columns, order: found.order }] : [];
  });
}

const PAGE = 50;

/** The rows of one table, in the order of their keys, a few at a time: each may hold megabytes. */
export async function* readPlanRows(
  context: TenantContext,
  { table, columns, order }: TableColumns,
  planId: string,
): AsyncGenerator<ExchangedRow> {
  const values = columns.map((column) => `"${column}"::text`).join(", ");
  const keys = order.map((column) => `"${column}"`).join(", ");
  const statement = defineStatement(
    `SELECT ARRAY[${values}]::text[] AS row FROM ${table.name} WHERE organization_id = $1 AND ${table.where}
     ORDER BY ${keys} LIMIT ${PAGE} OFFSET $3`,
  );
  for (let offset = 0; ; offset += PAGE) {
    const rows = await queryRows<{ row: ExchangedRow }>(
      context,
      execution(statement, [context.tenant.organizationId, planId, offset]),
    );
    for (const { row } of rows) yield row;
    if (rows.length < PAGE) return;
  }
}

const LIST_PLANS = defineStatement("SELECT id FROM research_plan ORDER BY id LIMIT 100000");

/** All plans of the organization, oldest first. */
export async function listPlanIds(context: TenantContext): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(context, execution(LIST_PLANS));
  return rows.map(({ id }) => id);
}
