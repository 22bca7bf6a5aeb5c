import type { BatchResult } from "./batch.ts";
import type { Execution } from "./statement.ts";
import type { TenantContext } from "./tenant-context.ts";

/** The rows of one statement, whose columns are named as in the type. */
export async function queryRows<Row>(
  context: Pick<TenantContext, "send">,
  query: Execution,
): Promise<Row[]> {
  const [result] = await context.send([query]);
  return rowsOf(result);
}

export function rowsOf<Row>(result: BatchResult | undefined): Row[] {
  const rows: unknown = result?.rows ?? [];
  return rows as Row[];
}
