import { columnWidths } from "../column-widths.ts";
import { type Alignment, type Inline, plainText, type TableBlock } from "../document.ts";
import { clip } from "../safe-text.ts";

/** As much of a table as fits on a slide. */
export interface TablePart {
  readonly header: readonly string[];
  readonly rows: readonly string[][];
  readonly widths: readonly number[];
  readonly alignments: readonly Alignment[];
}

export const TABLE_WIDTH_INCHES = 12.1;
const HEIGHT_INCHES = 5.2;
const PAGE = { width: TABLE_WIDTH_INCHES, characterWidth: 0.13, padding: 0.25 };
const MAX_COLUMNS = 8;
const MAX_CELL_CHARACTERS = 220;
const CHARACTERS_PER_INCH = 10;
const LINE_INCHES = 0.24;
const PADDING_INCHES = 0.16;

/** The table over as many slides as it needs; a wide one repeats its first column on each. */
export function tableParts(table: TableBlock): TablePart[] {
  return columnGroups(table.header.length).flatMap((columns) => {
    const pick = (row: readonly Inline[][]) =>
      columns.map((column) => clip(plainText(row[column] ?? []), MAX_CELL_CHARACTERS));
    const header = pick(table.header);
    const rows = table.rows.map(pick);
    const widths = columnWidths([header, ...rows.slice(0, 200)], PAGE);
    const alignments = columns.map((column) => table.alignments[column] ?? null);
    return pagesOf(header, rows, widths).map((page) => ({
      header,
      rows: page,
      widths,
      alignments,
    }));
  });
}

function columnGroups(count: number): number[][] {
  const all = Array.from({ length: count }, (_, index) => index);
  if (count <= MAX_COLUMNS) return [all];
  const others = all.slice(1);
  const groups = Math.ceil(others.length / (MAX_COLUMNS - 1));
  // About as many on each slide, rather than a single one on the last.
  const size = Math.ceil(others.length / groups);
  return Array.from({ length: groups }, (_, group) => [
    0,
    ...others.slice(group * size, (group + 1) * size),
  ]);
}

function pagesOf(header: string[], rows: string[][], widths: readonly number[]): string[][][] {
  const pages: string[][][] = [[]];
  let room = HEIGHT_INCHES - heightOf(header, widths);
  for (const row of rows) {
    const height = heightOf(row, widths);
    if (height > room && pages.at(-1)?.length !== 0) {
      pages.push([]);
      room = HEIGHT_INCHES - heightOf(header, widths);
    }
    pages.at(-1)?.push(row);
    room -= height;
  }
  return pages;
}

function heightOf(row: readonly string[], widths: readonly number[]): number {
  const lines = row.map((text, column) =>
    Math.ceil(text.length / ((widths[column] ?? 1) * CHARACTERS_PER_INCH)),
  );
  return Math.max(1, ...lines) * LINE_INCHES + PADDING_INCHES;
}
