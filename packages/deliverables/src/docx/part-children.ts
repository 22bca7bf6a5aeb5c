import type { Paragraph } from "docx";
import { type HeadingBlock, plainText, wordsOf } from "../blocks.ts";
import type { ResearchDocument } from "../document.ts";
import { inlinesOf } from "../findings.ts";
import { answerNotes } from "../structure/answer-notes.ts";
import type { AnswerPart, FindingsPart, KeyFinding, Part, SectionPart } from "../structure/part.ts";
import { blockChildren, HEADINGS, headingOf, sectionHeading } from "./blocks.ts";
import { box, gap } from "./boxes.ts";
import { type BodyChild, hangingNumber, type Look, paragraph, words } from "./look.ts";
import { chipRun, inlineRuns } from "./runs.ts";
import { NUMBER_COLUMN } from "./styles.ts";

/** A longer text is not set in a box: a frame over several pages frames nothing. */
const MAX_BOXED_CHARACTERS = 2_500;
const MAX_KEPT_CHARACTERS = 400;

/** A part behind the answer; in long reports each begins on a page of its own. */
export function partChildren(
  part: Exclude<Part, AnswerPart>,
  look: Look,
  isOnNewPage: boolean,
): BodyChild[] {
  if (part.kind === "findings") return findingsChildren(part, look, isOnNewPage);
  const isBoxed = part.kind === "change" || part.kind === "limits";
  if (isBoxed && isShort(part)) return boxedSection(part, look, isOnNewPage);
  return [...headingsOf(part.heading, look, isOnNewPage), ...blockChildren(part.blocks, look)];
}

/** The first thing that readers see, with how sure it is. */
export function answerChildren(
  part: AnswerPart,
  document: ResearchDocument,
  look: Look,
): BodyChild[] {
  const { palette, labels } = look;
  const notes = answerNotes(document).join(" · ");
  const heading = part.heading
    ? boxHeading(part.heading, look)
    : paragraph(look, { heading: HEADINGS[0], ...IN_BOX, children: [words(labels.answer)] });
  return box(
    [
      heading,
      ...blockChildren(part.blocks, look, { style: "Answer" }),
      ...confidenceLine(part.confidence, notes, look),
    ],
    look,
    { fill: palette.tint, bar: palette.accent },
  );
}

/** Word would keep the whole row of the box with what follows it. */
const IN_BOX = { keepNext: false, spacing: { before: 0, after: 100 } } as const;

function boxHeading(block: HeadingBlock, look: Look): Paragraph {
  return headingOf(block, look, IN_BOX);
}

function boxedSection(part: SectionPart, look: Look, isOnNewPage: boolean): BodyChild[] {
  const heading = part.heading ? [boxHeading(part.heading, look)] : [];
  return [
    // A page break inside of a table is ignored by some programs.
    ...(isOnNewPage ? [gap(look, 0, { pageBreakBefore: true })] : [gap(look, 100)]),
    ...box([...heading, ...blockChildren(part.blocks, look)], look, { line: look.palette.line }),
  ];
}

function headingsOf(heading: HeadingBlock | null, look: Look, isOnNewPage: boolean): Paragraph[] {
  return heading ? [sectionHeading(inlineRuns(heading.inlines, look), look, isOnNewPage)] : [];
}

function isShort({ blocks }: SectionPart): boolean {
  const length = blocks.reduce((sum, block) => sum + plainText(inlinesOf(block)).length, 0);
  return length <= MAX_BOXED_CHARACTERS && !blocks.some(({ kind }) => kind === "table");
}

function findingsChildren(part: FindingsPart, look: Look, isOnNewPage: boolean): BodyChild[] {
  return [
    ...headingsOf(part.heading, look, isOnNewPage),
    ...blockChildren(part.intro, look),
    ...part.items.flatMap((item) => findingChildren(item, look)),
    ...blockChildren(part.rest, look),
  ];
}

/** Number and sentence, the explanation below, and how sure it is. */
function findingChildren(item: KeyFinding, look: Look): BodyChild[] {
  const { palette, labels } = look;
  const sources =
    item.independentSources > 0 ? labels.independentSources(item.independentSources) : "";
  const hasMore = item.blocks.length > 0 || item.confidence !== null || sources !== "";
  const number = hangingNumber(item.number, { bold: true, size: 28, color: palette.accent });
  const sentence = paragraph(look, {
    indent: { left: NUMBER_COLUMN, hanging: NUMBER_COLUMN },
    spacing: { before: 180, after: 60 },
    keepNext: hasMore,
    keepLines: wordsOf(item.sentence).length <= MAX_KEPT_CHARACTERS,
    children: [number, ...inlineRuns(item.sentence, look, { bold: true })],
  });
  return [
    sentence,
    ...blockChildren(item.blocks, look, {
      indent: NUMBER_COLUMN,
      isKept: item.blocks.length === 1,
    }),
    ...confidenceLine(item.confidence, sources, look, NUMBER_COLUMN),
  ];
}

function confidenceLine(
  confidence: KeyFinding["confidence"],
  notes: string,
  look: Look,
  indent = 0,
): Paragraph[] {
  if (!confidence && notes === "") return [];
  const chip = confidence ? [chipRun(look.labels.confidence[confidence], confidence, look)] : [];
  const space = confidence && notes ? "\u2002 " : "";
  return [
    paragraph(look, {
      spacing: { before: 20, after: 80 },
      ...(indent > 0 ? { indent: { left: indent } } : {}),
      children: [...chip, words(`${space}${notes}`, { size: 18, color: look.palette.soft })],
    }),
  ];
}
