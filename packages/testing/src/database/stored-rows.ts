import { withClient } from "@trovella/db";
import type { TestDatabase } from "./test-database.ts";

/** Stored rows, bypassing row-level security. */
export function storedRows(
  { test }: { readonly test: TestDatabase },
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  return withClient(test.asSuperuser, async (client) => (await client.query(text, values)).rows);
}
