import { wordsOf } from "../../blocks.ts";
import type { FindingsPart, KeyFinding } from "../../structure/part.ts";
import { fitText } from "../measure/fit-text.ts";
import {
  BOTTOM,
  LEFT,
  type Shape,
  type SlideDraft,
  type TextParagraph,
  TOP,
  WIDTH,
} from "../slide.ts";
import {
  chip,
  footOf,
  inlinesIn,
  line,
  notesText,
  paragraphOf,
  type SlideContext,
} from "../slide-context.ts";
import { joinedTitle } from "../words/message-title.ts";
import { notesOf, pointsOf } from "../words/points-of.ts";

const PER_SLIDE = 3;
const NUMBER_WIDTH = 0.75;
const CHIP_WIDTH = 2.6;
/** Of a finding's sentence and text: in points, and the lines of the text. */
const LOOKS = {
  small: { sentence: [20, 18, 16], text: [16, 14], lines: 2, number: 28 },
  large: { sentence: [24, 22, 20], text: [20, 18], lines: 3, number: 32 },
} as const;
/** More findings than these go to the appendix. */
const MAX_FIXED_SLIDES = 5;

export function findingSlides(context: SlideContext, part: FindingsPart): SlideDraft[] {
  const heading = wordsOf(part.heading.inlines).trim();
  return groupsOf(part.items).map((items, index) => {
    const inlines = items.flatMap(({ sentence, blocks }) => [...sentence, ...inlinesIn(blocks)]);
    const sentences = items.map(({ sentence }) => wordsOf(sentence).trim());
    return {
      layout: "message",
      titles: [joinedTitle(sentences, context.isTitle)],
      heading,
      weight: index < MAX_FIXED_SLIDES ? "fixed" : "further",
      shapes: items.flatMap((item, row) =>
        findingShapes(context, item, { row, rows: items.length }),
      ),
      source: footOf(context, inlines),
      notes: notesText([
        index === 0 ? notesOf(part.intro) : "",
        ...items.map((item) => findingNotes(context, item)),
        items.at(-1) === part.items.at(-1) ? notesOf(part.rest) : "",
      ]),
    };
  });
}

/** Three to a slide; four are two and two, so that none stands alone. */
function groupsOf(items: readonly KeyFinding[]): (readonly KeyFinding[])[] {
  const groups: (readonly KeyFinding[])[] = [];
  for (let start = 0; start < items.length; ) {
    const left = items.length - start;
    const count = left === PER_SLIDE + 1 ? 2 : Math.min(left, PER_SLIDE);
    groups.push(items.slice(start, start + count));
    start += count;
  }
  return groups;
}

function findingShapes(
  context: SlideContext,
  finding: KeyFinding,
  { row, rows }: { readonly row: number; readonly rows: number },
): Shape[] {
  const { palette, measure } = context;
  const look = rows < PER_SLIDE ? LOOKS.large : LOOKS.small;
  const height = (BOTTOM - TOP) / Math.max(rows, 2);
  const y = TOP + row * height;
  const x = LEFT + NUMBER_WIDTH;
  const w = WIDTH - NUMBER_WIDTH - CHIP_WIDTH;
  const sentence = fitText(measure, [paragraphOf(context, finding.sentence)], {
    width: w,
    height: height * 0.5,
    sizes: look.sentence,
    bold: true,
    maxLines: 2,
  });
  const taken = measure.heightOf(sentence.paragraphs, w, { size: sentence.size, bold: true });
  const explained = pointsOf(finding.blocks).map(({ inlines }) => paragraphOf(context, inlines));
  const text = fitText(measure, explained, {
    width: w,
    height: height - taken - 0.3,
    sizes: look.text,
    maxLines: look.lines,
  });
  const paragraphs = [
    ...sentence.paragraphs.map((paragraph) => ({ ...paragraph, spaceAfter: 4 })).map(inBold),
    ...text.paragraphs.map((paragraph) => sized(paragraph, text.size)),
  ];
  return [
    ...(row > 0
      ? [
          {
            kind: "rule" as const,
            box: { x: LEFT, y: y - 0.16, w: WIDTH, h: 0.01 },
            colour: palette.line,
          },
        ]
      : []),
    {
      kind: "text",
      name: `Number ${finding.number}`,
      box: { x: LEFT, y: y - 0.07, w: NUMBER_WIDTH, h: 0.62 },
      size: look.number,
      colour: palette.accent,
      paragraphs: [line(String(finding.number), { bold: true })],
    },
    {
      kind: "text",
      name: `Finding ${finding.number}`,
      box: { x, y, w, h: height - 0.2 },
      size: sentence.size,
      colour: palette.ink,
      paragraphs,
    },
    ...standingShapes(context, finding, y),
  ];
}

function inBold(paragraph: TextParagraph): TextParagraph {
  return {
    ...paragraph,
    runs: paragraph.runs.map((run) => (run.raised ? run : { ...run, bold: true })),
  };
}

function sized(paragraph: TextParagraph, size: number): TextParagraph {
  return { ...paragraph, runs: paragraph.runs.map((run) => ({ ...run, size })) };
}

/** At the end of the row: how sure it is, and by how many sources. */
function standingShapes(context: SlideContext, finding: KeyFinding, y: number): Shape[] {
  const { confidence, independentSources, number } = finding;
  const box = {
    x: LEFT + WIDTH - CHIP_WIDTH + 0.2,
    y: y + (confidence ? 0.4 : 0.04),
    w: CHIP_WIDTH - 0.2,
    h: 0.3,
  };
  const count = line(context.labels.independentSources(independentSources), {}, "end");
  return [
    ...(confidence ? [chip(context, confidence, { y: y + 0.04, end: LEFT + WIDTH })] : []),
    ...(independentSources > 0
      ? [
          {
            kind: "text" as const,
            name: `Sources ${number}`,
            box,
            size: 12,
            colour: context.palette.soft,
            paragraphs: [count],
          },
        ]
      : []),
  ];
}

function findingNotes(
  { labels }: SlideContext,
  { number, sentence, blocks, confidence }: KeyFinding,
): string {
  const standing = confidence ? ` (${labels.confidence[confidence]})` : "";
  const text = notesOf(blocks);
  return `${number}. ${notesOf([{ kind: "paragraph", inlines: sentence }])}${standing}${text && `\n${text}`}`;
}
