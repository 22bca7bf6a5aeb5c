import { type CsvColumns, writeCsv } from "./write-csv.ts";

/** More rows than people read; a spreadsheet takes them. */
const MAX_ROWS = 10_000;
const PAGE = 500;

export interface CsvFile {
  readonly text: string;
  readonly count: number;
  /** False if there are more rows than a file takes. */
  readonly isComplete: boolean;
}

/** Reads a list page by page, as far as a file goes. `read` is given the last row of the page before. */
export async function csvFile<Row>(
  columns: CsvColumns<Row>,
  read: (last: Row | null, limit: number, count: number) => Promise<readonly Row[]>,
): Promise<CsvFile> {
  const rows: Row[] = [];
  let isComplete = false;
  while (rows.length < MAX_ROWS && !isComplete) {
    const page = await read(rows.at(-1) ?? null, PAGE, rows.length);
    rows.push(...page);
    isComplete = page.length < PAGE;
  }
  // Of the next row only whether there is one.
  if (!isComplete) isComplete = (await read(rows.at(-1) ?? null, 1, rows.length)).length === 0;
  return { text: writeCsv(columns, rows), count: rows.length, isComplete };
}
