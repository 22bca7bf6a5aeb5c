import { compare, rawSql, type Sql, sql, whereAll } from "../connection/sql.ts";

interface Page {
  readonly beforeId: string | null;
  readonly limit: number;
}

/** The newest rows that meet the conditions, cut before anything is joined: ids rise with time. */
export function newestPage(
  table: string,
  conditions: readonly (Sql | null)[],
  { beforeId, limit }: Page,
): Sql {
  const where = whereAll([...conditions, compare("id <", beforeId)]);
  return sql`SELECT * FROM ${rawSql(table)} ${where} ORDER BY id DESC LIMIT ${limit}`;
}
