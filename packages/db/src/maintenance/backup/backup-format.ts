import { AppError } from "@trovella/foundation";

/*
 * A backup is a text of JSON lines:
 *   {"format":"trovella-backup","formatVersion":1,"migration":"…","tables":{"user":["id",…],…}}
 *   {"table":"user"}                                  what the rows below belong to
 *   ["usr_1","Ada",null,…]                            a row: PostgreSQL's own text of each value
 *   {"table":"plan_step","organization":"org_1"}
 *   …
 *   {"rows":2,"sha256":"…","hmac":"…"}                over all bytes before this line; signed where there is a key
 * Nothing in it depends on when or where it was made: equal data gives equal bytes.
 */

export const BACKUP_FORMAT = "trovella-backup";
export const BACKUP_FORMAT_VERSION = 1;

export interface BackupHeader {
  readonly format: typeof BACKUP_FORMAT;
  readonly formatVersion: typeof BACKUP_FORMAT_VERSION;
  readonly migration: string;
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

export interface BackupSection {
  readonly table: string;
  readonly organization?: string;
}

export interface BackupSeal {
  readonly rows: number;
  readonly sha256: string;
  /** Of rows and sha256, with a key that only the writing server has. */
  readonly hmac?: string;
}

export type BackupRow = readonly (string | null)[];

export function toLine(value: BackupHeader | BackupSection | BackupSeal | BackupRow): string {
  return `${JSON.stringify(value)}\n`;
}

export function readHeader(line: string, file: string): BackupHeader {
  const header = parseObject(line);
  if (header?.format !== BACKUP_FORMAT) {
    throw new AppError(
      "INVALID_INPUT",
      `${file} is not a backup made by Trovella. Next: name a file that trovella backup has written.`,
    );
  }
  if (header.formatVersion !== BACKUP_FORMAT_VERSION) {
    throw new AppError(
      "INVALID_INPUT",
      `${file} was written in the backup format ${header.formatVersion}; this program reads only ${BACKUP_FORMAT_VERSION}. ` +
        "Next: restore it with a newer version of Trovella.",
    );
  }
  if (typeof header.migration !== "string" || !isTableList(header.tables)) throw damaged(file);
  return {
    format: BACKUP_FORMAT,
    formatVersion: BACKUP_FORMAT_VERSION,
    migration: header.migration,
    tables: header.tables,
  };
}

export function readSection(line: string, file: string): BackupSection {
  const section = parseObject(line);
  if (typeof section?.table !== "string") throw damaged(file);
  const { table, organization } = section;
  if (organization === undefined) return { table };
  if (typeof organization !== "string") throw damaged(file);
  return { table, organization };
}

export function readSeal(line: string, file: string): BackupSeal {
  const { rows, sha256, hmac } = parseObject(line) ?? {};
  if (typeof rows !== "number" || !isText(sha256)) throw damaged(file);
  if (hmac === undefined) return { rows, sha256 };
  if (!isText(hmac)) throw damaged(file);
  return { rows, sha256, hmac };
}

export function readRow(line: string, file: string): BackupRow {
  const row = parse(line);
  const isRow = Array.isArray(row) && row.every((value) => value === null || isText(value));
  if (!isRow) throw damaged(file);
  return row;
}

/** Truncated, altered or unfinished: the reader could not act on the difference. */
export function damaged(file: string): AppError {
  return new AppError(
    "INVALID_INPUT",
    `The backup ${file} is incomplete or damaged, so nothing was changed. Next: use another backup, or copy this one again.`,
  );
}

function parseObject(line: string): Record<string, unknown> | null {
  const value = parse(line);
  return typeof value === "object" && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isTableList(tables: unknown): tables is BackupHeader["tables"] {
  if (typeof tables !== "object" || tables === null) return false;
  return Object.values(tables).every((columns) => Array.isArray(columns) && columns.every(isText));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
