import type { ClientBase } from "pg";
import type { BatchResult } from "./batch.ts";
import { requireReplicated } from "./replication.ts";
import { defineStatement } from "./statement.ts";

export const COMMIT = defineStatement("COMMIT");
export const ROLLBACK = defineStatement("ROLLBACK");

/** One consistent view of everything, however long the reading takes. */
export const SNAPSHOT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

/** Runs `work` between BEGIN and COMMIT; rolls back when it throws. */
export async function inTransaction<T>(
  client: ClientBase,
  begin: string,
  work: () => Promise<T>,
): Promise<T> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query("COMMIT");
    requireReplicated(client);
    return result;
  } catch (error) {
    // On a broken connection there is nothing left to roll back, and the first error says more.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** PostgreSQL answers COMMIT with ROLLBACK when the transaction had failed. */
export function requireCommitted(client: ClientBase, result: BatchResult | undefined): void {
  if (result?.command !== "COMMIT") throw new Error("The transaction was not committed.");
  requireReplicated(client);
}
