import type { TenantContext } from "@trovella/db";
import { queryRows } from "../../../db/src/connection/query-rows.ts";
import { defineStatement, type StatementValue } from "../../../db/src/connection/statement.ts";

/** Any SQL in a tenant's transaction; its rows. */
export function tenantQuery<Row = Record<string, unknown>>(
  context: TenantContext,
  text: string,
  values: readonly StatementValue[] = [],
): Promise<Row[]> {
  return queryRows(context, { statement: defineStatement(text), values });
}
