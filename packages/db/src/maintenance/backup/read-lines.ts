import type { ClientBase, CustomTypesConfig, QueryArrayResult } from "pg";
import { SERVER_ORGANIZATION_ID } from "../../identity/security-events.ts";
import { BACKUP_FORMAT, BACKUP_FORMAT_VERSION, type BackupRow, toLine } from "./backup-format.ts";
import {
  type BackupTable,
  currentMigration,
  describeTables,
  enterOrganization,
  listOrganizationIds,
  quoteName,
} from "./describe-tables.ts";

export interface BackupCounts {
  rows: number;
  organizations: number;
}

/**
 * The whole database as the lines of a backup, without their seal. The caller's transaction is the
 * snapshot they show. Memory holds one batch of rows at a time.
 */
export async function* readLines(
  client: ClientBase,
  counts: BackupCounts,
): AsyncGenerator<string, void> {
  await client.query(TEXT_FORMS);
  const migration = await currentMigration(client);
  const tables = await describeTables(client);
  yield toLine({
    format: BACKUP_FORMAT,
    formatVersion: BACKUP_FORMAT_VERSION,
    migration,
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
  });
  for (const table of tables.filter(({ isTenant }) => !isTenant)) {
    yield* readTable(client, table, counts);
  }
  const tenantTables = tables.filter(({ isTenant }) => isTenant);
  for (const organization of await listOrganizationIds(client)) {
    counts.organizations += 1;
    await enterOrganization(client, organization);
    for (const table of tenantTables) yield* readTable(client, table, counts, organization);
  }
  // Security events that belong to no organization.
  await enterOrganization(client, SERVER_ORGANIZATION_ID);
  for (const table of tenantTables.filter(({ name }) => name === "security_event")) {
    yield* readTable(client, table, counts, SERVER_ORGANIZATION_ID);
  }
}

/** One text form of every value, whatever the settings of the server or the user. */
const TEXT_FORMS = `
  SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC'; SET LOCAL intervalstyle = 'postgres';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

const FIRST_BATCH_ROWS = 10;
const BATCH_ROWS = 200;
const BATCH_CHARACTERS = 4_000_000;

async function* readTable(
  client: ClientBase,
  table: BackupTable,
  counts: BackupCounts,
  organization?: string,
): AsyncGenerator<string, void> {
  let limit = FIRST_BATCH_ROWS;
  let rows = await fetchRows(client, `${openCursor(table)}; ${fetchNext(limit)}`);
  if (rows.length > 0) yield toLine({ table: table.name, ...(organization && { organization }) });
  while (rows.length > 0) {
    counts.rows += rows.length;
    const text = rows.map(toLine).join("");
    yield text;
    if (rows.length < limit) break;
    limit = nextLimit(text.length / rows.length);
    rows = await fetchRows(client, fetchNext(limit));
  }
  await client.query("CLOSE backup_rows");
}

/** The policies show only this organization's rows, but do not bind every role. */
function openCursor({ name, columns, order, isTenant }: BackupTable): string {
  const own = isTenant ? "WHERE organization_id = current_setting('app.organization_id')" : "";
  return (
    `DECLARE backup_rows NO SCROLL CURSOR FOR SELECT ${columns.map(quoteName).join(", ")} ` +
    `FROM public.${quoteName(name)} ${own} ORDER BY ${order}`
  );
}

function fetchNext(limit: number): string {
  return `FETCH FORWARD ${limit} FROM backup_rows`;
}

/** Rows may hold megabytes each, so the size of the next batch follows from the last one. */
function nextLimit(charactersPerRow: number): number {
  return Math.max(1, Math.min(BATCH_ROWS, Math.floor(BATCH_CHARACTERS / charactersPerRow)));
}

/** Values stay the text that PostgreSQL sends; it reads the same text back. */
const AS_SENT: CustomTypesConfig = { getTypeParser: () => (text: string) => text };

async function fetchRows(client: ClientBase, text: string): Promise<BackupRow[]> {
  const answer: unknown = await client.query({ text, rowMode: "array", types: AS_SENT });
  const results = [answer].flat() as QueryArrayResult<(string | null)[]>[];
  return results.at(-1)?.rows ?? [];
}
