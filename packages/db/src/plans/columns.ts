import type { StatementValue } from "../connection/statement.ts";

type ColumnType =
  | "text"
  | "text[]"
  | "integer"
  | "bigint"
  | "double precision"
  | "timestamptz"
  | "jsonb"
  | "boolean"
  | "bytea";

export interface Column {
  readonly column: string;
  readonly type: ColumnType;
  /** Each kind of write includes those after it: what progress changes is also written by the other two. */
  readonly written: "at creation" | "on redefinition" | "with progress";
}

/** For each field of `T`, the column that holds it. Statements and the mapping of rows derive from it. */
export type Columns<T> = { readonly [Field in keyof T]-?: Column };

export type Row = Readonly<Record<string, unknown>>;

/** Written when the row is inserted and never again. */
export function constant(column: string, type: ColumnType = "text"): Column {
  return { column, type, written: "at creation" };
}

/** Too large or too rarely changed to be written with every step forward. */
export function defining(column: string, type: ColumnType = "text"): Column {
  return { column, type, written: "on redefinition" };
}

export function changing(column: string, type: ColumnType = "text"): Column {
  return { column, type, written: "with progress" };
}

export function entriesOf<T>(columns: Columns<T>): [keyof T & string, Column][] {
  return Object.entries(columns) as [keyof T & string, Column][];
}

export function columnNames<T>(columns: Columns<T>): string {
  return entriesOf(columns)
    .map(([, { column }]) => column)
    .join(", ");
}

/** Turns rows into the application's names and types. */
export function rowReader<T>(columns: Columns<T>): (row: Row) => T {
  const entries = entriesOf(columns);
  return (row) => {
    const fields: Partial<Record<keyof T, unknown>> = {};
    for (const [field, { column, type }] of entries) {
      fields[field] = readValue(row[column], type);
    }
    return fields as T;
  };
}

function readValue(value: unknown, type: ColumnType): unknown {
  // The driver leaves 64-bit numbers as text.
  if (type === "bigint" && value !== null) return Number(value);
  // Hashes are hexadecimal everywhere but in the database.
  return Buffer.isBuffer(value) ? value.toString("hex") : value;
}

function writeValue(value: unknown, { type }: Column): StatementValue {
  // The driver takes JSON as text.
  if (type === "jsonb" && value !== null) return JSON.stringify(value);
  return type === "bytea" ? `\\x${value}` : (value as StatementValue);
}

/** Some of the columns, for lists that show less. */
export function pickColumns<T, Field extends keyof T>(
  columns: Columns<T>,
  fields: readonly Field[],
): Columns<Pick<T, Field>> {
  return Object.fromEntries(fields.map((field) => [field, columns[field]])) as Columns<
    Pick<T, Field>
  >;
}

/** Inserts a row with all of its fields, and columns that are no field of it before them. */
export function insertion<T>(table: string, columns: Columns<T>, further: readonly string[]) {
  const entries = entriesOf(columns);
  const names = [...further, ...entries.map(([, { column }]) => column)];
  return {
    text: `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    valuesOf: (fields: T) => entries.map(([field, column]) => writeValue(fields[field], column)),
  };
}

/** Assigns the fields that change as work goes on. */
export function progressUpdate<T>(columns: Columns<T>) {
  const changed = entriesOf(columns).filter(([, { written }]) => written === "with progress");
  return {
    assignments: changed.map(([, { column }]) => `${column} = ?`).join(", "),
    valuesOf: (fields: T) => changed.map(([field, column]) => writeValue(fields[field], column)),
  };
}
