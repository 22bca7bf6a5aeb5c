const MAX_COLUMNS = 12;
const MAX_FIELDS = 200;
/** Of a row's columns, at least so many are filled on average; else a list is easier to read. */
const MIN_FILLED = 0.5;

export interface ValueTable {
  readonly columns: readonly string[];
  /** Columns of numbers alone. */
  readonly numeric: ReadonlySet<string>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** How many columns are not among `columns`. */
  readonly omittedColumns: number;
}

/** A list of objects with mostly the same fields as a table, or null. */
export function valueTable(values: readonly unknown[]): ValueTable | null {
  if (values.length < 2 || !values.every(isRecord)) return null;
  const counts = new Map<string, number>();
  for (const row of values) {
    for (const [name, value] of Object.entries(row)) {
      if (!isBlank(value)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    if (counts.size > MAX_FIELDS) return null;
  }
  const filled = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (counts.size < 2 || filled < MIN_FILLED * counts.size * values.length) return null;
  const columns = [...counts.keys()].slice(0, MAX_COLUMNS);
  const isNumeric = (name: string) =>
    values.every((row) => isBlank(row[name]) || typeof row[name] === "number");
  return {
    columns,
    numeric: new Set(columns.filter(isNumeric)),
    rows: values,
    omittedColumns: counts.size - columns.length,
  };
}

export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
