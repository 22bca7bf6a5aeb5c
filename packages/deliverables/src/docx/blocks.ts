import {
  BorderStyle,
  HeadingLevel,
  type IParagraphOptions,
  type Paragraph,
  type ParagraphChild,
  TextRun,
} from "docx";
import type { Block, HeadingBlock, ListBlock } from "../blocks.ts";
import { filled, gap } from "./boxes.ts";
import { chartChildren } from "./chart-children.ts";
import { type BodyChild, type Look, paragraph } from "./look.ts";
import { inlineRuns } from "./runs.ts";
import { BULLETS, listIndentation, numbersFrom } from "./styles.ts";
import { dataTable } from "./table.ts";

const DEEPEST_LEVEL = 8;
export const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];

/** Where a block stands: how deep in lists, whether in a quotation, and how its plain paragraphs are styled. */
interface Place {
  readonly level: number;
  readonly inQuote: boolean;
  readonly style?: string;
  /** Of plain paragraphs. */
  readonly indent?: number;
  /** Whether plain paragraphs stay on the page of what follows. */
  readonly isKept?: boolean;
}

const TOP: Place = { level: -1, inQuote: false };

export function blockChildren(
  blocks: readonly Block[],
  look: Look,
  place: Partial<Place> = {},
): BodyChild[] {
  return blocks.flatMap((block) => blockChild(block, look, { ...TOP, ...place }));
}

function blockChild(block: Block, look: Look, place: Place): BodyChild[] {
  switch (block.kind) {
    case "heading":
      return [headingOf(block, look)];
    case "paragraph":
      return [textParagraph({ children: inlineRuns(block.inlines, look) }, look, place)];
    case "quote":
      return blockChildren(block.blocks, look, { ...place, inQuote: true });
    case "code":
      return codeParagraphs(block.text, look);
    case "rule":
      return [paragraph(look, { thematicBreak: true })];
    case "table":
      return [...chartChildren(block.chart, look), dataTable(block, look), gap(look, 160)];
    case "list":
      return listChildren(block, look, place);
  }
}

export function headingOf(
  block: HeadingBlock,
  look: Look,
  options: IParagraphOptions = {},
): Paragraph {
  return paragraph(look, {
    heading: HEADINGS[Math.min(block.level, HEADINGS.length) - 1],
    children: inlineRuns(block.inlines, look),
    ...options,
  });
}

/** Hardly any space above: no text stands in front of it. */
const ON_NEW_PAGE = { pageBreakBefore: true, spacing: { before: 100, after: 120 } } as const;

/** A heading of the highest level, which begins a page in long reports. */
export function sectionHeading(
  children: readonly ParagraphChild[],
  look: Look,
  isOnNewPage: boolean,
): Paragraph {
  return paragraph(look, {
    heading: HeadingLevel.HEADING_1,
    ...(isOnNewPage ? ON_NEW_PAGE : {}),
    children: [...children],
  });
}

function textParagraph(options: IParagraphOptions, look: Look, place: Place): Paragraph {
  const { level, inQuote, style, indent = 0, isKept } = place;
  const left = (level >= 0 ? listIndentation(level) : 0) + indent;
  const side = { style: BorderStyle.SINGLE, size: 18, space: 10, color: look.palette.line };
  const border = look.isRightToLeft ? { right: side } : { left: side };
  return paragraph(look, {
    ...options,
    ...(style ? { style } : {}),
    ...(inQuote ? { style: "Quote", border } : {}),
    ...(left > 0 ? { indent: { left } } : {}),
    ...(isKept ? { keepNext: true } : {}),
  });
}

function listChildren(list: ListBlock, look: Look, place: Place): BodyChild[] {
  look.lists.count += 1;
  const instance = look.lists.count;
  const level = Math.min(place.level + 1, DEEPEST_LEVEL);
  const start = Math.min(Math.max(list.start, 0), 32_000);
  if (list.ordered) look.lists.starts.push(start);
  const reference = list.ordered ? numbersFrom(start) : BULLETS;
  const shift = (place.inQuote ? 480 : 0) + (place.indent ?? 0);
  return list.items.flatMap((item) => {
    const [first, ...rest] = item;
    const isText = first?.kind === "paragraph";
    const marked = paragraph(look, {
      children: isText ? inlineRuns(first.inlines, look) : [],
      numbering: list.ordered ? { reference, level, instance } : { reference, level },
      spacing: { after: 70 },
      ...(place.inQuote ? { style: "Quote" } : {}),
      ...(shift > 0 ? { indent: { left: listIndentation(level) + shift, hanging: 320 } } : {}),
    });
    const inner = isText ? rest : item;
    return [marked, ...blockChildren(inner, look, { ...place, level })];
  });
}

function codeParagraphs(text: string, look: Look): Paragraph[] {
  const lines = text.replaceAll("\t", "    ").split("\n");
  return lines.map((line, index) =>
    // Code runs from left to right in every language.
    paragraph(
      { ...look, isRightToLeft: false },
      {
        style: "Code",
        shading: filled(look.palette.panel),
        children: [new TextRun(line)],
        ...(index === lines.length - 1 ? { spacing: { after: 160 } } : {}),
      },
    ),
  );
}
