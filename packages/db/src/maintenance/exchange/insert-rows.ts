import { defineStatement, execution } from "../../connection/statement.ts";
import type { TenantContext } from "../../connection/tenant-context.ts";
import type { Fields } from "./archived-plan.ts";
import { refused } from "./import-error.ts";

const ROWS_AT_ONCE = 50;
const CHARACTERS_AT_ONCE = 4_000_000;

/** Inserts rows of the caller's organization; columns that the archive lacks get their defaults. */
export async function insertRows(
  context: TenantContext,
  {
    table,
    columns: known,
    rows,
  }: {
    readonly table: string;
    readonly columns: readonly string[];
    readonly rows: readonly Fields[];
  },
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const unknown = columns.find((column) => !known.includes(column));
  if (unknown !== undefined) throw refused(`${table} has a column that this version does not know`);
  const { organizationId } = context.tenant;
  for (const batch of batchesOf(rows)) {
    const places = batch.map(
      (_, row) =>
        `($1, ${columns.map((__, index) => `$${row * columns.length + index + 2}`).join(", ")})`,
    );
    const names = columns.map((column) => `"${column}"`).join(", ");
    const statement = defineStatement(
      `INSERT INTO ${table} (organization_id, ${names}) VALUES ${places.join(", ")}`,
    );
    const values = batch.flatMap((row) => columns.map((column) => row[column] ?? null));
    await context.send([execution(statement, [organizationId, ...values])]);
  }
}

function* batchesOf(rows: readonly Fields[]): Generator<Fields[]> {
  let batch: Fields[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row)) characters += value?.length ?? 0;
    if (batch.length < ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
