import { compose, joinSql, rawSql, type Sql, sql } from "./sql.ts";
import type { Execution } from "./statement.ts";

/** One `name AS (…)` of a statement. */
export type Fragment = Pick<Sql, "text" | "values">;

/** One statement out of several writes; it reports how many plans it wrote. */
export function composeWrite(fragments: readonly Fragment[]): Execution {
  const isOfPlan = fragments[0]?.text.startsWith("plan AS");
  const source = rawSql(isOfPlan ? "plan" : "(VALUES (1)) AS nothing");
  return compose(sql`WITH ${joinSql(fragments, ",\n")} SELECT 1 FROM ${source}`);
}
