import { type Inline, plainText, type TableBlock, wordsOf } from "../../blocks.ts";
import { columnWidths } from "../../column-widths.ts";
import { confidenceIn, isConfidenceTitle } from "../../structure/confidence.ts";
import { shortenRuns } from "../measure/fit-text.ts";
import {
  type Align,
  BOTTOM,
  CELL,
  type Run,
  type TableCell,
  type TableShape,
  TOP,
  WIDTH,
} from "../slide.ts";
import type { SlideContext } from "../slide-context.ts";
import { runsOf } from "../words/runs-of.ts";

const ROW_HEIGHT = { least: 0.36, most: 0.62 };
/** Of the line that says how many rows there are more. */
export const MORE_HEIGHT = 0.36;
const NUMBER = /^[\s+−-]?[€$£¥]?\s?\d[\d\s.,’\u202f\u00a0]*\s?(?:%|‰|[\p{L}°€$£¥/²³]{1,5})?$/u;

interface LayoutGiven {
  readonly rows: readonly Inline[][][];
  readonly size: number;
  readonly maxLines: number;
}

interface Layout {
  readonly size: number;
  readonly widths: readonly number[];
  readonly rows: TableShape["rows"];
  readonly height: number;
}

export function layOut(
  context: SlideContext,
  table: TableBlock,
  { rows, size, maxLines }: LayoutGiven,
): Layout {
  const texts = [table.header, ...rows].map((row) => row.map((cell) => plainText(cell)));
  const widths = columnWidths(texts, { width: WIDTH, characterWidth: size / 118, padding: 0.25 });
  const aligns = table.header.map((_, column) => alignOf(table, column));
  const isConfidence = table.header.map((cell) => isConfidenceTitle(wordsOf(cell)));
  const laid = [table.header, ...rows].map((row, index) => {
    const cells = row.map((cell, column) => {
      const look = {
        align: aligns[column] ?? "start",
        isHeader: index === 0,
        isConfidence: isConfidence[column] ?? false,
      };
      return shortCell(context, cellOf(context, cell, look), {
        width: widths[column] ?? 1,
        size,
        maxLines,
      });
    });
    const heights = cells.map((cell, column) =>
      cellHeight(context, cell, widths[column] ?? 1, size),
    );
    return { height: Math.max(ROW_HEIGHT.least, ...heights), cells };
  });
  return { size, widths, rows: laid, height: laid.reduce((sum, row) => sum + row.height, 0) };
}

/** Two lines a cell, and the last rows left out where that is not enough. */
export function fewerRows(context: SlideContext, table: TableBlock, given: LayoutGiven): Layout {
  const room = BOTTOM - TOP - MORE_HEIGHT;
  const twoLines = layOut(context, table, { ...given, maxLines: 2 });
  if (twoLines.height <= room) return twoLines;
  const rows: TableShape["rows"][number][] = [];
  let height = 0;
  for (const row of twoLines.rows) {
    if (height + row.height > room) break;
    rows.push(row);
    height += row.height;
  }
  return { ...twoLines, rows, height };
}

/** Rows grow until the slide is full. */
export function stretch(rows: TableShape["rows"], available: number): TableShape["rows"] {
  const height = rows.reduce((sum, row) => sum + row.height, 0);
  const each = Math.max(0, (available - height) / rows.length);
  return rows.map((row) => ({
    ...row,
    height: Math.max(row.height, Math.min(row.height + each, ROW_HEIGHT.most)),
  }));
}

function cellOf(
  { palette }: SlideContext,
  inlines: readonly Inline[],
  { align, isHeader, isConfidence }: { align: Align; isHeader: boolean; isConfidence: boolean },
): TableCell {
  const runs = runsOf(inlines, palette);
  if (isHeader)
    return {
      runs,
      align: isConfidence ? "center" : align,
      colour: palette.deep,
      fill: palette.panel,
      bold: true,
    };
  const confidence = isConfidence ? confidenceIn(wordsOf(inlines)) : null;
  if (!confidence) return { runs, align: isConfidence ? "center" : align, colour: palette.ink };
  const { ground, text } = palette.chips[confidence];
  return { runs, align: "center", colour: text, fill: ground, bold: true };
}

function shortCell(
  { measure }: SlideContext,
  cell: TableCell,
  { width, size, maxLines }: { width: number; size: number; maxLines: number },
): TableCell {
  const style = { size, ...(cell.bold ? { bold: true } : {}) };
  const fits = (runs: readonly Run[]) =>
    measure.linesOf({ runs }, width - 2 * CELL.x, style) <= maxLines;
  return fits(cell.runs) ? cell : { ...cell, runs: shortenRuns(cell.runs, fits) ?? [] };
}

function cellHeight(
  { measure }: SlideContext,
  { runs, bold }: TableCell,
  width: number,
  size: number,
): number {
  const style = { size, ...(bold ? { bold } : {}) };
  return measure.heightOf([{ runs }], width - 2 * CELL.x, style) + 2 * CELL.y;
}

/** As the author says, else numbers at the end of their column. */
function alignOf({ alignments, rows }: TableBlock, column: number): Align {
  const stated = alignments[column];
  if (stated) return stated === "right" ? "end" : stated === "center" ? "center" : "start";
  const texts = rows.map((row) => wordsOf(row[column] ?? []).trim()).filter(Boolean);
  return texts.length > 0 && texts.every((text) => NUMBER.test(text)) ? "end" : "start";
}
