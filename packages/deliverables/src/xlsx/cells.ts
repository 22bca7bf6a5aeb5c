import type { CellObject } from "write-excel-file/node";
import { clip } from "../safe-text.ts";
import type { Confidence } from "../structure/part.ts";
import type { SheetLook } from "./sheet-look.ts";

/** A cell with its look; null where nothing stands. */
export type StyledCell = CellObject | null;

/** What a spreadsheet holds in one cell at most. */
const MAX_CELL_CHARACTERS = 32_767;
const TITLE_SIZE = 18;
const HEADING_SIZE = 13;

/** Explicitly typed text: a leading "=" never becomes a formula. */
export function textCell(text: string): StyledCell {
  return text === "" ? null : shown(text);
}

/** Text that begins where lines begin, also where it is a number or in another script. */
export function lineCell(text: string, { start }: SheetLook): StyledCell {
  return text === "" ? null : { ...shown(text), align: start };
}

/** Keeps its distance from what ends in the cell before. */
export function setIn(cell: StyledCell): StyledCell {
  return cell && { ...cell, indent: 1 };
}

/** Over the cells beside it too, which have to be empty. */
export function spanning(cell: StyledCell, columnSpan: number): StyledCell {
  return cell && { ...cell, columnSpan };
}

function shown(text: string): CellObject {
  return {
    type: String,
    format: "@",
    value: clip(text, MAX_CELL_CHARACTERS),
    alignVertical: "top",
    wrap: true,
  };
}

/** Begins where a line begins, unlike a number that is compared with those above it. */
export function numberCell(value: number, { start }: SheetLook): CellObject {
  return { type: Number, value, format: "0", alignVertical: "top", align: start };
}

export function titleCell(text: string, { palette, headingFont, start }: SheetLook): CellObject {
  return {
    ...shown(text),
    fontFamily: headingFont,
    fontSize: TITLE_SIZE,
    fontWeight: "bold",
    textColor: `#${palette.deep}`,
    align: start,
  };
}

export function headingCell(text: string, { palette, headingFont, start }: SheetLook): CellObject {
  return {
    ...shown(text),
    fontFamily: headingFont,
    fontSize: HEADING_SIZE,
    fontWeight: "bold",
    textColor: `#${palette.deep}`,
    alignVertical: "bottom",
    align: start,
  };
}

/** What names the cell beside it. */
export function labelCell(text: string, { palette, start }: SheetLook): StyledCell {
  return text === "" ? null : { ...shown(text), textColor: `#${palette.soft}`, align: start };
}

export function headerCell(text: string, { palette, start }: SheetLook): CellObject {
  return {
    ...shown(text),
    fontWeight: "bold",
    textColor: `#${palette.deep}`,
    backgroundColor: `#${palette.panel}`,
    bottomBorderStyle: "thin",
    bottomBorderColor: `#${palette.deep}`,
    alignVertical: "center",
    align: start,
  };
}

/** Text that leads somewhere; the link itself is kept beside the sheet. */
export function linkCell(text: string, { palette }: SheetLook): StyledCell {
  if (text === "") return null;
  return {
    ...shown(text),
    textColor: `#${palette.accent}`,
    textDecoration: { underline: true },
  };
}

/** The word in the colours of its degree. */
export function confidenceCell(confidence: Confidence | null, look: SheetLook): StyledCell {
  return confidence && chipCell(look.labels.confidenceWord[confidence], confidence, look);
}

export function chipCell(text: string, confidence: Confidence, { palette }: SheetLook): CellObject {
  const { ground, text: colour } = palette.chips[confidence];
  return {
    ...shown(text),
    backgroundColor: `#${ground}`,
    textColor: `#${colour}`,
    fontWeight: "bold",
    align: "center",
  };
}

/** Rows with a thin line below each, also below empty cells. */
export function ruled(
  rows: readonly (readonly StyledCell[])[],
  columns: number,
  { palette }: SheetLook,
): StyledCell[][] {
  const rule = { bottomBorderStyle: "thin", bottomBorderColor: `#${palette.line}` } as const;
  return rows.map((row) => Array.from({ length: columns }, (_, at) => ({ ...row[at], ...rule })));
}
