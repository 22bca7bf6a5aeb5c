import type { ClientBase } from "pg";

export interface FoundText {
  readonly table: string;
  readonly column: string;
  readonly rows: number;
}

const COLUMNS = `
  SELECT relname AS table, attname AS column, atttypid = 'bytea'::regtype AS "isBytes" FROM pg_class
  JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
  WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    AND atttypid IN ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'bytea'::regtype)
  ORDER BY relname, attname`;

/** Every column of the whole database in which the text stands, whatever its case, and in how many rows. */
export async function findText(client: ClientBase, text: string): Promise<FoundText[]> {
  const { rows: columns } = await client.query(COLUMNS);
  const found: FoundText[] = [];
  for (const { table, column, isBytes } of columns) {
    const { rows } = await client.query(
      `SELECT count(*)::integer AS count FROM public."${table}" WHERE ${
        isBytes
          ? `position(convert_to($1, 'UTF8') IN "${column}") > 0`
          : `strpos(lower("${column}"::text), lower($1)) > 0`
      }`,
      [text],
    );
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) found.push({ table, column, rows: count });
  }
  return found;
}
