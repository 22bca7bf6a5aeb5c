import { citedIn, type Inline, plainText, type TableBlock, wordsOf } from "../blocks.ts";
import { DOUBT_MARK } from "../clean-tree.ts";
import { confidenceIn, isConfidenceTitle } from "../structure/confidence.ts";
import { chipCell, headerCell, type StyledCell, setIn, textCell } from "./cells.ts";
import { textWidth } from "./row-heights.ts";
import type { SheetLook } from "./sheet-look.ts";
import { typedCell, unitOfColumn } from "./typed-cell.ts";

const MIN_WIDTH = 10;
const MAX_WIDTH = 60;
const MEASURED_ROWS = 100;
const BOLD_FACTOR = 1.06;
const SIDES = 3;

/** A column of a sheet. */
export interface SheetColumn {
  readonly header: StyledCell;
  readonly cells: readonly StyledCell[];
  readonly width: number;
}

/** The columns of a table, and one of their sources where cells cite any. */
export function tableColumns(table: TableBlock, look: SheetLook): SheetColumn[] {
  const columns = table.header.map((title, at) => {
    const column = table.rows.map((row) => wordsOf(row[at] ?? []).trim());
    return columnOf(plainText(title).trim(), column, table.alignments[at] ?? null, look);
  });
  const sources = sourceTexts(table);
  if (!sources) return columns;
  return [...columns, textColumn(look.labels.columns.sources, sources, look.start, look)];
}

function columnOf(
  title: string,
  texts: readonly string[],
  alignment: TableBlock["alignments"][number],
  look: SheetLook,
): SheetColumn {
  if (isConfidenceTitle(title)) return confidenceColumn(title, texts, look);
  const unit = unitOfColumn(texts, look.language);
  const cells = texts.map((text) => typedCell(text, look.language, unit));
  const filled = cells.filter((cell) => cell !== null);
  const isNumbers = filled.length > 0 && filled.every(({ type }) => type === Number);
  if (!isNumbers) return { ...textColumn(title, texts, alignment ?? look.start, look, cells) };
  return {
    header: { ...headerCell(title, look), align: look.end },
    cells: cells.map((cell) => cell && { ...cell, align: look.end, alignVertical: "center" }),
    width: widthFor(title, texts),
  };
}

function textColumn(
  title: string,
  texts: readonly string[],
  align: NonNullable<TableBlock["alignments"][number]>,
  look: SheetLook,
  cells: readonly StyledCell[] = texts.map(textCell),
): SheetColumn {
  const placed = (cell: StyledCell): StyledCell => {
    const aligned: StyledCell = cell && { ...cell, align, alignVertical: "center" };
    return align === "center" ? aligned : setIn(aligned);
  };
  return {
    header: placed(headerCell(title, look)),
    cells: cells.map(placed),
    width: widthFor(title, texts),
  };
}

function confidenceColumn(title: string, texts: readonly string[], look: SheetLook): SheetColumn {
  const cells = texts.map((text) => {
    const confidence = confidenceIn(text);
    return confidence ? chipCell(text, confidence, look) : textCell(text);
  });
  return textColumn(title, texts, "center", look, cells);
}

function widthFor(title: string, texts: readonly string[]): number {
  const longest = Math.max(
    textWidth(title) * BOLD_FACTOR,
    ...texts.slice(0, MEASURED_ROWS).map(textWidth),
  );
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.ceil(longest) + SIDES));
}

/** The numbers of the sources of each row, with the names of the columns where several cite; null where none does. */
function sourceTexts({ header, rows }: TableBlock): string[] | null {
  const citing = header.flatMap((title, at) =>
    rows.some((row) => isCiting(row[at] ?? [])) ? [{ at, name: wordsOf(title).trim() }] : [],
  );
  if (citing.length === 0) return null;
  const isSingle = citing.length === 1;
  return rows.map((row) => {
    const cells = citing.flatMap(({ at, name }) => {
      const numbers = isCiting(row[at] ?? []) ? citedText(row[at] ?? []) : "";
      if (numbers === "") return [];
      return [isSingle ? numbers : `${name}: ${numbers}`];
    });
    return cells.join("\n");
  });
}

function isCiting(inlines: readonly Inline[]): boolean {
  return inlines.some(({ kind }) => kind === "citation" || kind === "claim");
}

function citedText(inlines: readonly Inline[]): string {
  const isDoubtful = inlines.some((inline) => inline.kind === "claim" && inline.isDoubtful);
  return `${citedIn(inlines).join(", ")}${isDoubtful ? DOUBT_MARK : ""}`.trim();
}
