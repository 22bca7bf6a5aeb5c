import { queryRows, rowsOf } from "../../connection/query-rows.ts";
import { defineStatement, type Execution, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import { SEARCHED_TABLES } from "../../schema/table-names.ts";
import type { DeletedCounts, DeletedKind, DeletedRows } from "./deleted-rows.ts";
import { removeFromSearch } from "./remove-from-search.ts";

/** History is deleted by the owner of the tables, whom the policies bind too; everything else by the role of requests. */
export const AS_OWNER = defineStatement("SELECT set_config('role', 'none', true)");
export const AS_TENANT = defineStatement("SELECT set_config('role', 'app_tenant', true)");

/** The sources whose mentions go, by which their captures are found. */
const keysOf = (where: string) =>
  defineStatement(
    `SELECT DISTINCT key FROM research_source WHERE organization_id = $1 AND ${where}`,
  );
const UNUSED = (
  table: string,
) => `${table}.organization_id = $1 AND ${table}.key = ANY($2::text[]) AND NOT EXISTS (
  SELECT FROM research_source AS mention WHERE mention.organization_id = $1 AND mention.key = ${table}.key)`;
const DELETE_CAPTURES = defineStatement(
  `DELETE FROM source_capture WHERE ${UNUSED("source_capture")}`,
);
const DELETE_JOBS = defineStatement(`DELETE FROM capture_job WHERE ${UNUSED("capture_job")}`);
const countCaptures = (where: string) =>
  defineStatement(`
    SELECT count(*)::integer AS count FROM source_capture WHERE organization_id = $1 AND key IN (
      SELECT key FROM research_source WHERE organization_id = $1 AND ${where}) AND NOT EXISTS (
      SELECT FROM research_source AS mention WHERE mention.organization_id = $1 AND mention.key = source_capture.key AND NOT (${where}))`);

/** How many rows of each kind would go. */
export async function countRows(
  context: TenantContext,
  tables: readonly DeletedRows[],
  id: string,
): Promise<DeletedCounts> {
  const { organizationId } = context.tenant;
  const values = [organizationId, id];
  const counted = tables.filter(({ kind }) => kind !== null);
  const sources = tables.find(({ table }) => table === "research_source");
  const results = await context.send([
    ...counted.map(({ table, where }) =>
      execution(
        defineStatement(
          `SELECT count(*)::integer AS count FROM ${table} WHERE organization_id = $1 AND ${where}`,
        ),
        values,
      ),
    ),
    ...(sources ? [execution(countCaptures(sources.where), values)] : []),
  ]);
  const kinds: (DeletedKind | null)[] = [...counted.map(({ kind }) => kind), "captures"];
  return sumOf(
    results.map((result, index) => [
      kinds[index],
      rowsOf<{ count: number }>(result)[0]?.count ?? 0,
    ]),
  );
}

/** Deletes the rows, and what the search index, the captures and history have of them, within the caller's transaction. */
export async function deleteRows(
  context: TenantContext,
  tables: readonly DeletedRows[],
  id: string,
): Promise<DeletedCounts> {
  const { organizationId } = context.tenant;
  const values = [organizationId, id];
  await context.allowLongStatements();
  const sources = tables.find(({ table }) => table === "research_source");
  const keys = sources
    ? await queryRows<{ key: string }>(context, execution(keysOf(sources.where), values))
    : [];
  for (const table of SEARCHED_TABLES) {
    const rows = tables.find((candidate) => candidate.table === table);
    if (rows) await removeFromSearch(context, table, await idsOf(context, rows, values));
  }
  const counts: [DeletedKind | null, number][] = [];
  for (const rows of tables) counts.push([rows.kind, await deleteFrom(context, rows, values)]);
  const unused = [organizationId, keys.map(({ key }) => key)];
  const [captures] = await context.send([
    execution(DELETE_CAPTURES, unused),
    execution(DELETE_JOBS, unused),
  ]);
  return sumOf([...counts, ["captures", captures?.rowCount ?? 0]]);
}

async function idsOf(
  context: TenantContext,
  { table, where }: DeletedRows,
  values: readonly string[],
): Promise<string[]> {
  const statement = defineStatement(
    `SELECT id FROM ${table} WHERE organization_id = $1 AND ${where}`,
  );
  const rows = await queryRows<{ id: string }>(context, execution(statement, [...values]));
  return rows.map(({ id }) => id);
}

async function deleteFrom(
  context: TenantContext,
  { table, where, set, isHistory = false }: DeletedRows,
  values: readonly string[],
): Promise<number> {
  const deletion: Execution = execution(
    defineStatement(
      `${set ? `UPDATE ${table} SET ${set}` : `DELETE FROM ${table}`} WHERE organization_id = $1 AND ${where}`,
    ),
    [...values],
  );
  const results = await context.send(
    isHistory ? [execution(AS_OWNER), deletion, execution(AS_TENANT)] : [deletion],
  );
  return results[isHistory ? 1 : 0]?.rowCount ?? 0;
}

function sumOf(
  counts: readonly (readonly [DeletedKind | null | undefined, number])[],
): DeletedCounts {
  const sums: Partial<Record<DeletedKind, number>> = {};
  for (const [kind, count] of counts) {
    if (kind && count > 0) sums[kind] = (sums[kind] ?? 0) + count;
  }
  return sums;
}
