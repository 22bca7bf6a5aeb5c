import { AppError } from "@trovella/foundation";
import type { ClientBase } from "pg";
import { errorCode } from "../../embedded/error-code.ts";
import { type BackupHeader, type BackupRow, damaged, readRow } from "./backup-format.ts";
import {
  type BackupTable,
  describeTables,
  enterOrganization,
  quoteName,
} from "./describe-tables.ts";
import { readBackup } from "./read-backup.ts";

const MAX_ROWS = 200;
const MAX_CHARACTERS = 4_000_000;

export interface LoadCounts {
  rows: number;
  organizations: number;
  people: number;
  owners: number;
  tokens: number;
}

/**
 * Writes a backup's rows into empty tables of the same migration, within the caller's transaction. It must be the backup
 * with this checksum, which was verified before.
 */
export async function loadRows(
  client: ClientBase,
  file: string,
  sha256: string,
): Promise<LoadCounts> {
  const tables = new Map((await describeTables(client)).map((table) => [table.name, table]));
  const counts = { rows: 0, organizations: 0, people: 0, owners: 0, tokens: 0 };
  let organization: string | undefined;
  let loader: Loader | undefined;
  for await (const line of readBackup(file)) {
    if (line.kind === "header") checkColumns(line.header, tables, file);
    if (line.kind === "section") {
      await loader?.flush();
      const table = tables.get(line.section.table);
      if (!table) throw damaged(file);
      loader = new Loader(client, table, file);
      if (line.section.organization && line.section.organization !== organization) {
        organization = line.section.organization;
        await enterOrganization(client, organization);
      }
    }
    if (line.kind === "row") {
      if (!loader) throw damaged(file);
      await loader.add(line.text);
      counts.rows += 1;
      count(counts, loader.table, line.text);
    }
    if (line.kind === "seal" && line.seal.sha256 !== sha256) throw damaged(file);
  }
  await loader?.flush();
  return counts;
}

/** The rows with which somebody gets access are counted, so that the operator notices too many. */
function count(counts: LoadCounts, { name, columns }: BackupTable, text: string): void {
  if (name === "organization") counts.organizations += 1;
  if (name === "user") counts.people += 1;
  if (name === "access_key") counts.tokens += 1;
  if (name === "member" && JSON.parse(text)[columns.indexOf("role")] === "owner") {
    counts.owners += 1;
  }
}

/** Gathers rows of one table and inserts many with one statement. */
class Loader {
  private readonly client: ClientBase;
  readonly table: BackupTable;
  private readonly file: string;
  private rows: BackupRow[] = [];
  private characters = 0;

  constructor(client: ClientBase, table: BackupTable, file: string) {
    this.client = client;
    this.table = table;
    this.file = file;
  }

  async add(text: string): Promise<void> {
    const row = readRow(text, this.file);
    if (row.length !== this.table.columns.length) throw damaged(this.file);
    this.rows.push(row);
    this.characters += text.length;
    if (this.rows.length >= MAX_ROWS || this.characters >= MAX_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.rows.length === 0) return;
    try {
      await this.client.query(insertOf(this.table, this.rows.length), this.rows.flat());
    } catch (error) {
      throw insertError(error, this.table.name, this.file);
    }
    this.rows = [];
    this.characters = 0;
  }
}

function insertOf({ name, columns }: BackupTable, rowCount: number): string {
  const row = (index: number) =>
    `(${columns.map((_, column) => `$${index * columns.length + column + 1}`).join(", ")})`;
  const values = Array.from({ length: rowCount }, (_, index) => row(index)).join(", ");
  return `INSERT INTO public.${quoteName(name)} (${columns.map(quoteName).join(", ")}) VALUES ${values}`;
}

/** The columns of a backup are those that its own migration made, in the same order. */
function checkColumns(
  { tables: saved }: BackupHeader,
  tables: ReadonlyMap<string, BackupTable>,
  file: string,
): void {
  for (const [name, columns] of Object.entries(saved)) {
    if (tables.get(name)?.columns.join() === columns.join()) continue;
    throw new AppError(
      "INVALID_INPUT",
      `The table ${name} of the backup ${file} has other columns than this program's. Next: restore it with the version of Trovella that made it.`,
    );
  }
}

/** Data errors and constraint violations come from the file; anything else does not. */
function insertError(error: unknown, table: string, file: string): unknown {
  const code = errorCode(error) ?? "";
  if (!/^(22|23|42501)/.test(code)) return error;
  return new AppError(
    "INVALID_INPUT",
    `The backup ${file} has a row of ${table} that the database refuses (${code}), so nothing was changed. Next: use another backup.`,
  );
}
