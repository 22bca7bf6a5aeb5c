import {
  BorderStyle,
  type IBorderOptions,
  type IParagraphOptions,
  LineRuleType,
  type Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  VerticalAlign,
  WidthType,
} from "docx";
import { type BodyChild, type Look, paragraph } from "./look.ts";

export const NO_LINE: IBorderOptions = { style: BorderStyle.NONE, size: 0, color: "auto" };
export const NO_LINES = { top: NO_LINE, bottom: NO_LINE, left: NO_LINE, right: NO_LINE };
const NO_INNER_LINES = { insideHorizontal: NO_LINE, insideVertical: NO_LINE };

interface BoxLook {
  readonly fill?: string;
  /** The bar at the start side. */
  readonly bar?: string;
  readonly line?: string;
}

/** Text in a frame of its own: a table of one cell, which breaks between pages like text. */
export function box(children: readonly BodyChild[], look: Look, given: BoxLook): BodyChild[] {
  const { fill, bar, line } = given;
  const edge = line ? { style: BorderStyle.SINGLE, size: 6, color: line } : NO_LINE;
  const start = bar ? { style: BorderStyle.SINGLE, size: 36, color: bar } : edge;
  const cell = new TableCell({
    width: { size: look.page.textWidth, type: WidthType.DXA },
    margins: { top: 180, bottom: 120, left: 300, right: 300 },
    ...(fill ? { shading: filled(fill) } : {}),
    borders: { top: edge, bottom: edge, left: start, right: edge },
    children: [...children],
  });
  return [
    layoutTable([new TableRow({ children: [cell] })], look, [look.page.textWidth]),
    gap(look),
  ];
}

/** Cells side by side without lines, as wide as the text. */
export function layoutTable(
  rows: readonly TableRow[],
  look: Look,
  columnWidths: readonly number[],
): Table {
  return new Table({
    width: { size: look.page.textWidth, type: WidthType.DXA },
    columnWidths: [...columnWidths],
    layout: "fixed",
    borders: { ...NO_LINES, ...NO_INNER_LINES },
    ...(look.isRightToLeft ? { visuallyRightToLeft: true } : {}),
    rows: [...rows],
  });
}

export function layoutCell(
  children: readonly Paragraph[],
  given: {
    readonly width: number;
    readonly fill?: string;
    readonly span?: number;
    readonly topLine?: string;
    readonly isAtBottom?: boolean;
    readonly margins?: { top?: number; bottom?: number; left?: number; right?: number };
  },
): TableCell {
  const { width, fill, span, topLine, isAtBottom, margins = {} } = given;
  const top = topLine ? { style: BorderStyle.SINGLE, size: 6, color: topLine } : NO_LINE;
  return new TableCell({
    width: { size: width, type: WidthType.DXA },
    margins: { top: 0, bottom: 0, left: 0, right: 0, ...margins },
    borders: { ...NO_LINES, top },
    ...(fill ? { shading: filled(fill) } : {}),
    ...(span ? { columnSpan: span } : {}),
    ...(isAtBottom ? { verticalAlign: VerticalAlign.BOTTOM } : {}),
    children: [...children],
  });
}

export function filled(fill: string) {
  return { type: ShadingType.CLEAR, fill, color: "auto" };
}

/** Two tables without a paragraph between them would become one. */
export function gap(look: Look, after = 60, options: IParagraphOptions = {}): Paragraph {
  const spacing = { after, line: 120, lineRule: LineRuleType.EXACT };
  return paragraph(look, { style: "TableText", spacing, ...options });
}
