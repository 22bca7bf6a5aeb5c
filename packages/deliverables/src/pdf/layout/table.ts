import { type Inline, plainText, type TableBlock, wordsOf } from "../../blocks.ts";
import { numberInCell } from "../../charts/table-numbers.ts";
import { columnWidths } from "../../column-widths.ts";
import type { DocumentLanguage } from "../../languages/language.ts";
import { confidenceIn, isConfidenceTitle } from "../../structure/confidence.ts";
import { pdfInlines, type Writing } from "./inlines.ts";
import type { PdfBlock, PdfCell } from "./pdf-layout.ts";

/** Small tables are not divided; one with long cells might not fit on a page. */
const MAX_ROWS_TOGETHER = 12;
const MAX_CHARACTERS_TOGETHER = 1_600;
/** More columns than a page is wide are read row by row. */
const MAX_COLUMNS = 14;
/** In points: the text column of A4. */
const PAGE_WIDTH = 442;
const MEASURED_ROWS = 200;

interface TableWriting extends Writing {
  readonly document: { readonly language: DocumentLanguage };
}

export function pdfTable(block: TableBlock, writing: TableWriting): PdfBlock[] {
  const { header, rows } = block;
  if (header.length > MAX_COLUMNS) return rowsAsLists(block, writing);
  const size = sizeFor(header.length);
  const texts = [header, ...rows.slice(0, MEASURED_ROWS)].map((row) => row.map(wordsOf));
  const rated = header.map((cell) => isConfidenceTitle(wordsOf(cell)));
  const cell = (inlines: readonly Inline[], column: number): PdfCell => {
    const chip = rated[column] ? confidenceIn(wordsOf(inlines)) : null;
    const v = pdfInlines(inlines, writing, { inCell: true });
    return chip ? { v, chip } : { v };
  };
  return [
    {
      k: "table",
      size,
      widths: columnWidths(texts, { width: PAGE_WIDTH, characterWidth: size * 0.52, padding: 11 }),
      alignments: alignmentsOf(block, writing),
      header: header.map((inlines) => ({ v: pdfInlines(inlines, writing, { inCell: true }) })),
      rows: rows.map((row) => row.map(cell)),
      together: rows.length <= MAX_ROWS_TOGETHER && lengthOf(texts) <= MAX_CHARACTERS_TOGETHER,
    },
  ];
}

function sizeFor(columns: number): number {
  if (columns > 9) return 7;
  return columns > 6 ? 8 : 9.5;
}

/** Columns of numbers end at the same place, whether the author says so or not. */
function alignmentsOf(
  { alignments, rows }: TableBlock,
  { document: { language } }: TableWriting,
): ("start" | "end" | "center")[] {
  return alignments.map((alignment, column) => {
    if (alignment === "center") return "center";
    if (alignment !== null) return alignment === "right" ? "end" : "start";
    const texts = rows.map((row) => wordsOf(row[column] ?? []).trim()).filter(Boolean);
    const isNumeric = texts.length > 0 && texts.every((text) => numberInCell(text, language));
    return isNumeric && column > 0 ? "end" : "start";
  });
}

function rowsAsLists({ header, rows }: TableBlock, writing: TableWriting): PdfBlock[] {
  return rows.flatMap((row): PdfBlock[] => {
    const items = row.flatMap((cell, column): PdfBlock[][] => {
      const name = plainText(header[column] ?? []);
      const value = pdfInlines(cell, writing);
      return value.length === 0 ? [] : [[{ k: "p", v: [{ t: `${name}: `, b: true }, ...value] }]];
    });
    return [{ k: "list", start: null, v: items }];
  });
}

function lengthOf(texts: readonly (readonly string[])[]): number {
  return texts.flat().reduce((sum, text) => sum + text.length, 0);
}
