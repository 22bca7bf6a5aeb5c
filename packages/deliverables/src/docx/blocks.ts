import {
  BorderStyle,
  type FileChild,
  HeadingLevel,
  type IParagraphOptions,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from "docx";
import { columnWidths } from "../column-widths.ts";
import { type Block, type ListBlock, plainText, type TableBlock } from "../document.ts";
import { inlineRuns } from "./runs.ts";
import { BULLETS, listIndentation, numbersFrom } from "./styles.ts";

const DEEPEST_LEVEL = 8;
const PAGE_WIDTH = 9_026;
const CELL_MARGIN = 90;
/** So many columns are set in smaller letters. */
const WIDE_TABLE_COLUMNS = 6;
const SHORT_TABLE_ROWS = 12;
/** How wide a bold letter is on average. */
const CHARACTER_WIDTH = 130;
const SMALL_CHARACTER_WIDTH = 105;
const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];

/** Where a block stands: how deep in lists, and whether in a quotation. */
interface Place {
  readonly level: number;
  readonly inQuote: boolean;
}

/** What is counted while the blocks are written. */
export interface Writing {
  lists: number;
  readonly listStarts: number[];
}

export function blockChildren(
  blocks: readonly Block[],
  writing: Writing,
  place: Place = { level: -1, inQuote: false },
): FileChild[] {
  return blocks.flatMap((block) => blockChild(block, writing, place));
}

function blockChild(block: Block, writing: Writing, place: Place): FileChild[] {
  switch (block.kind) {
    case "heading":
      return [
        new Paragraph({
          heading: HEADINGS[Math.min(block.level, HEADINGS.length) - 1],
          children: inlineRuns(block.inlines),
        }),
      ];
    case "paragraph":
      return [paragraph({ children: inlineRuns(block.inlines) }, place)];
    case "quote":
      return blockChildren(block.blocks, writing, { ...place, inQuote: true });
    case "code":
      return codeParagraphs(block.text);
    case "rule":
      return [new Paragraph({ thematicBreak: true })];
    case "table":
      return [tableOf(block), new Paragraph({ spacing: { after: 60 } })];
    case "list":
      return listChildren(block, writing, place);
  }
}

function paragraph(options: IParagraphOptions, { level, inQuote }: Place): Paragraph {
  const border = { left: { style: BorderStyle.SINGLE, size: 12, space: 10, color: "C3CCD8" } };
  return new Paragraph({
    ...options,
    ...(inQuote ? { style: "Quote", border } : {}),
    ...(level >= 0 ? { indent: { left: listIndentation(level) } } : {}),
  });
}

function listChildren(list: ListBlock, writing: Writing, place: Place): FileChild[] {
  writing.lists += 1;
  const instance = writing.lists;
  const level = Math.min(place.level + 1, DEEPEST_LEVEL);
  const start = Math.min(Math.max(list.start, 0), 32_000);
  if (list.ordered) writing.listStarts.push(start);
  const reference = list.ordered ? numbersFrom(start) : BULLETS;
  return list.items.flatMap((item) => {
    const [first, ...rest] = item;
    const isText = first?.kind === "paragraph";
    const marked = new Paragraph({
      children: isText ? inlineRuns(first.inlines) : [],
      numbering: list.ordered ? { reference, level, instance } : { reference, level },
      spacing: { after: 70 },
      ...(place.inQuote
        ? { style: "Quote", indent: { left: listIndentation(level) + 480, hanging: 320 } }
        : {}),
    });
    const inner = isText ? rest : item;
    return [marked, ...blockChildren(inner, writing, { ...place, level })];
  });
}

function codeParagraphs(text: string): Paragraph[] {
  const shading = { type: ShadingType.CLEAR, fill: "F3F5F8", color: "auto" };
  const lines = text.replaceAll("\t", "    ").split("\n");
  return lines.map(
    (line, index) =>
      new Paragraph({
        style: "Code",
        shading,
        children: [new TextRun(line)],
        ...(index === lines.length - 1 ? { spacing: { after: 160 } } : {}),
      }),
  );
}

function tableOf({ header, rows, alignments }: TableBlock): Table {
  const isWide = header.length >= WIDE_TABLE_COLUMNS;
  const texts = [header, ...rows.slice(0, 200)].map((row) => row.map(plainText));
  const characterWidth = isWide ? SMALL_CHARACTER_WIDTH : CHARACTER_WIDTH;
  const page = { width: PAGE_WIDTH, characterWidth, padding: 2 * CELL_MARGIN + 40 };
  const widths = columnWidths(texts, page).map(Math.floor);
  // Keep rows together when the table fits on a page.
  const isTogether = rows.length <= SHORT_TABLE_ROWS;
  const rowOf = (cells: TableBlock["header"], index: number) => {
    const isHeader = index < 0;
    const keepNext = isHeader || (isTogether && index < rows.length - 1);
    return new TableRow({
      tableHeader: isHeader,
      cantSplit: true,
      children: cells.map(
        (inlines, column) =>
          new TableCell({
            width: { size: widths[column] ?? 0, type: WidthType.DXA },
            margins: { top: 50, bottom: 50, left: CELL_MARGIN, right: CELL_MARGIN },
            ...(isHeader
              ? { shading: { type: ShadingType.CLEAR, fill: "DCE6F1", color: "auto" } }
              : {}),
            children: [
              new Paragraph({
                style: isWide ? "TableText" : "Normal",
                alignment: alignments[column] ?? undefined,
                spacing: { after: 0 },
                keepNext,
                children: inlineRuns(inlines, { bold: isHeader }),
              }),
            ],
          }),
      ),
    });
  };
  return new Table({
    width: { size: PAGE_WIDTH, type: WidthType.DXA },
    columnWidths: widths,
    borders: tableBorders(),
    rows: [rowOf(header, -1), ...rows.map(rowOf)],
  });
}

function tableBorders() {
  const line = { style: BorderStyle.SINGLE, size: 4, color: "C3CCD8" };
  return {
    top: line,
    bottom: line,
    left: line,
    right: line,
    insideHorizontal: line,
    insideVertical: line,
  };
}
