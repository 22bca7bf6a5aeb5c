import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";
import { IDENTITY_TABLES, TENANT_TABLES } from "../../schema/table-names.ts";
import { planKnownMigrations } from "../plan-migrations.ts";

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** ORDER BY that gives equal data an equal order on every server. */
  readonly order: string;
  readonly isTenant: boolean;
}

const IDENTITY_NAMES: readonly string[] = IDENTITY_TABLES;
/** In an order in which each table comes after those it refers to. */
const KNOWN_TABLES: readonly string[] = [...IDENTITY_TABLES, ...TENANT_TABLES];

/** The tables there are in this database, which may be older than the program. */
export async function describeTables(client: ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<Omit<BackupTable, "isTenant">>(
    `SELECT table_.relname AS name,
       ARRAY(SELECT attname::text FROM pg_attribute
             WHERE attrelid = table_.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
             ORDER BY attnum) AS columns,
       (SELECT string_agg(format('%I', attname) || CASE WHEN attcollation = 0 THEN '' ELSE ' COLLATE "C"' END,
                          ', ' ORDER BY position)
        FROM pg_index, unnest(indkey) WITH ORDINALITY AS key (number, position), pg_attribute
        WHERE indrelid = table_.oid AND indisprimary AND attrelid = table_.oid AND attnum = number) AS order
     FROM pg_class table_
     WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname = ANY($1::text[])`,
    [KNOWN_TABLES],
  );
  return rows
    .sort((left, right) => KNOWN_TABLES.indexOf(left.name) - KNOWN_TABLES.indexOf(right.name))
    .map((table) => ({ ...table, isTenant: !IDENTITY_NAMES.includes(table.name) }));
}

/** The newest migration the database has had; refuses a database that is newer than the program. */
export async function currentMigration(client: ClientBase): Promise<string> {
  const { applied } = await planKnownMigrations(client);
  const newest = applied.at(-1);
  if (newest !== undefined) return newest;
  throw new AppError(
    "NOT_FOUND",
    "There is nothing to save: the database has no tables yet. Next: start Trovella once with trovella serve.",
  );
}

/** All organizations, in an order that is equal on every server. */
export async function listOrganizationIds(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query('SELECT id FROM public.organization ORDER BY id COLLATE "C"');
  return rows.map(({ id }) => id);
}

/** Lets the rest of the transaction see this organization's rows. */
export async function enterOrganization(client: ClientBase, organizationId: string): Promise<void> {
  await client.query("SELECT set_config('app.organization_id', $1, true)", [organizationId]);
}

/** The names are our own or the catalog's, but `user` is also a word of SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
