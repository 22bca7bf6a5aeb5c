import type { StyledCell } from "./cells.ts";

const FONT_SIZE = 11;
const LINE_FACTOR = 1.36;
/** Above and below the lines of a row, together. */
const PADDING = 5;
const MAX_POINTS = 400;
/** Letters are narrower than digits, by which columns are measured; at the end of a line there is room for half a word. */
const LETTERS_PER_DIGIT = 1.14;
const HALF_A_WORD = 3;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/gu;

/** Rows high enough for their wrapped text, since not every program works that out by itself. */
export function withHeights(
  rows: readonly (readonly StyledCell[])[],
  widths: readonly number[],
): StyledCell[][] {
  return rows.map((row) => {
    const heights = row.map((cell, column) => heightOf(cell, column, widths));
    const height = Math.min(
      MAX_POINTS,
      Math.ceil(Math.max(FONT_SIZE * LINE_FACTOR, ...heights)) + PADDING,
    );
    return row.map((cell) => cell && { height, ...cell });
  });
}

/** How wide a text is, in digits; East Asian signs are as wide as two. */
export function textWidth(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}

function heightOf(cell: StyledCell, column: number, widths: readonly number[]): number {
  const size = cell?.fontSize ?? FONT_SIZE;
  // A cell that does not wrap takes one line, however long its text is.
  if (!cell?.wrap || typeof cell.value !== "string") return size * LINE_FACTOR;
  const width = widths
    .slice(column, column + (cell.columnSpan ?? 1))
    .reduce((sum, one) => sum + one, 0);
  const factor = (size / FONT_SIZE) * (cell.fontWeight === "bold" ? 1.06 : 1);
  const room = Math.max(4, (width - (cell.indent ?? 0) * 2) / factor);
  return linesOf(cell.value, room) * size * LINE_FACTOR;
}

function linesOf(text: string, room: number): number {
  const letters = Math.max(4, room * LETTERS_PER_DIGIT - HALF_A_WORD);
  return text.split("\n").reduce((sum, line) => {
    const width = textWidth(line);
    return sum + (width <= room ? 1 : Math.ceil(width / letters));
  }, 0);
}
