import type { Cell, Row } from "write-excel-file/node";

const LINE_POINTS = 15;
const MAX_POINTS = 400;

/** Rows high enough for their wrapped text, since not every program works that out by itself. */
export function withHeights(rows: readonly Row[], widths: readonly number[]): Row[] {
  return rows.map((row) => {
    const lines = row.map((cell, column) => linesOf(textIn(cell), widths[column] ?? 10));
    const height = Math.min(MAX_POINTS, Math.max(1, ...lines) * LINE_POINTS + 2);
    return row.map((cell) => (isPlainObject(cell) ? { height, ...cell } : cell));
  });
}

function linesOf(text: string, width: number): number {
  const lines = text.slice(0, 32_767).split("\n");
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / (width - 1))), 0);
}

function textIn(cell: Cell): string {
  // A cell that does not wrap takes one line, however long its text is.
  return isPlainObject(cell) && cell.wrap && typeof cell.value === "string" ? cell.value : "";
}

function isPlainObject(cell: Cell): cell is Exclude<Cell, string | null | undefined> & {
  value?: unknown;
  wrap?: boolean;
} {
  return typeof cell === "object" && cell !== null && "value" in cell;
}
