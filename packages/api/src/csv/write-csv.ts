type Cell = string | number | boolean | Date | object | null | undefined;

/** What a file shows of a row, by the heading of the column. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** RFC 4180, with a header. */
export function writeCsv<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const readers = Object.values(columns);
  const lines = rows.map((row) => readers.map((read) => cellText(read(row))).join(","));
  return `${[Object.keys(columns).map(cellText).join(","), ...lines].join("\r\n")}\r\n`;
}

function cellText(value: Cell): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  // Texts are chosen by strangers: a spreadsheet must not take one for a formula.
  const plain = /^[\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n\t;]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
