import { AlignmentType, BorderStyle, Table, TableCell, TableRow, WidthType } from "docx";
import { type Alignment, type Inline, plainText, type TableBlock, wordsOf } from "../blocks.ts";
import { columnWidths } from "../column-widths.ts";
import { confidenceIn, isConfidenceTitle } from "../structure/confidence.ts";
import { filled, NO_LINE, NO_LINES } from "./boxes.ts";
import { type Look, paragraph } from "./look.ts";
import { chipRun, inlineRuns } from "./runs.ts";

export const CELL_MARGINS = { top: 70, bottom: 70, left: 100, right: 100 };
/** So many columns are set in smaller letters. */
const WIDE_TABLE_COLUMNS = 6;
const SHORT_TABLE_ROWS = 12;
const MEASURED_ROWS = 200;
/** How wide a bold letter is on average. */
const CHARACTER_WIDTH = 118;
const SMALL_CHARACTER_WIDTH = 105;
/** Longer names of rows are text rather than labels. */
const MAX_LABEL_CHARACTERS = 60;
/** Dates are not to be broken. */
const HYPHEN_IN_DATE = /(?<=\d)-(?=\d)/g;
const NUMBER =
  /^[−+\-–~≈<>≤≥±(]*\s*[€$£¥]?\s*\d[\d.,\s\u00a0\u202f'’]*\s*(?:[%‰°€$£¥)]|\p{L}{1,3})?$/u;

interface Columns {
  readonly widths: readonly number[];
  readonly alignments: readonly (Alignment | "end")[];
  readonly areConfidence: readonly boolean[];
  readonly hasLabels: boolean;
  readonly isSmall: boolean;
}

/** A table of the text: a rule on top, hairlines between rows, no vertical lines. */
export function dataTable(table: TableBlock, look: Look): Table {
  const { header, rows } = table;
  const columns = columnsOf(table, look);
  // Rows of a table that fits on a page stay together, but the last may not be kept with what follows.
  const isTogether = rows.length <= SHORT_TABLE_ROWS;
  return plainTable(
    [
      tableRow(header, { columns, look, isHeader: true, keepNext: rows.length > 0 }),
      ...rows.map((cells, index) =>
        tableRow(cells, {
          columns,
          look,
          isHeader: false,
          keepNext: isTogether && index < rows.length - 1,
        }),
      ),
    ],
    columns.widths,
    look,
  );
}

/** Rows between a rule and hairlines. */
export function plainTable(
  rows: readonly TableRow[],
  widths: readonly number[],
  look: Look,
): Table {
  return new Table({
    width: { size: look.page.textWidth, type: WidthType.DXA },
    columnWidths: [...widths],
    layout: "fixed",
    borders: tableBorders(look),
    ...(look.isRightToLeft ? { visuallyRightToLeft: true } : {}),
    rows: [...rows],
  });
}

interface RowLook {
  readonly columns: Columns;
  readonly look: Look;
  readonly isHeader: boolean;
  readonly keepNext: boolean;
}

function tableRow(cells: readonly Inline[][], row: RowLook): TableRow {
  return new TableRow({
    tableHeader: row.isHeader,
    cantSplit: true,
    children: cells.map((inlines, column) => tableCell(inlines, column, row)),
  });
}

function tableCell(inlines: readonly Inline[], column: number, row: RowLook): TableCell {
  const { columns, look, isHeader, keepNext } = row;
  const { palette } = look;
  const confidence =
    !isHeader && columns.areConfidence[column] ? confidenceIn(wordsOf(inlines)) : null;
  const isBold = isHeader || (column === 0 && columns.hasLabels);
  const letters = {
    ...(columns.isSmall ? { size: 18 } : {}),
    ...(isBold ? { bold: true } : {}),
    ...(isHeader ? { color: palette.deep } : {}),
  };
  return new TableCell({
    width: { size: columns.widths[column] ?? 0, type: WidthType.DXA },
    margins: CELL_MARGINS,
    ...(isHeader ? { shading: filled(palette.panel) } : {}),
    children: [
      paragraph(look, {
        style: "TableText",
        ...alignmentOf(columns.alignments[column] ?? null),
        keepNext,
        children: confidence
          ? [
              chipRun(wordsOf(inlines).trim(), confidence, look),
              ...inlineRuns(
                inlines.filter(({ kind }) => kind !== "text"),
                look,
              ),
            ]
          : inlineRuns(inlines, look, letters),
      }),
    ],
  });
}

function columnsOf({ header, rows, alignments }: TableBlock, { page }: Look): Columns {
  const isSmall = header.length >= WIDE_TABLE_COLUMNS;
  const measured = rows.slice(0, MEASURED_ROWS);
  const texts = [header, ...measured].map((row) =>
    row.map((cell) => plainText(cell).replace(HYPHEN_IN_DATE, "0")),
  );
  const room = {
    width: page.textWidth,
    characterWidth: isSmall ? SMALL_CHARACTER_WIDTH : CHARACTER_WIDTH,
    padding: CELL_MARGINS.left + CELL_MARGINS.right + 40,
  };
  const bodies = header.map((_, column) =>
    measured.map((row) => wordsOf(row[column] ?? []).trim()),
  );
  return {
    widths: columnWidths(texts, room).map(Math.floor),
    alignments: header.map((_, column) => alignments[column] ?? endOfNumbers(bodies[column] ?? [])),
    areConfidence: header.map((title) => isConfidenceTitle(wordsOf(title))),
    hasLabels:
      header.length > 1 && (bodies[0] ?? []).every((text) => text.length <= MAX_LABEL_CHARACTERS),
    isSmall,
  };
}

/** Numbers stand below one another where the author did not align them. */
function endOfNumbers(texts: readonly string[]): "end" | null {
  const filledIn = texts.filter((text) => text !== "" && !/^[-–—]$/.test(text));
  return filledIn.length > 0 && filledIn.every((text) => NUMBER.test(text)) ? "end" : null;
}

/** `START` and `END` follow the direction of the text. */
export function alignmentOf(alignment: Alignment | "end") {
  if (alignment === null || alignment === "left") return {};
  return { alignment: alignment === "center" ? AlignmentType.CENTER : AlignmentType.END };
}

function tableBorders({ palette }: Look) {
  const line = { style: BorderStyle.SINGLE, size: 4, color: palette.line };
  const rule = { style: BorderStyle.SINGLE, size: 12, color: palette.accent };
  return { ...NO_LINES, top: rule, bottom: line, insideHorizontal: line, insideVertical: NO_LINE };
}
