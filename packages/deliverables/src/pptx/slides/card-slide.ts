import { type Block, wordsOf } from "../../blocks.ts";
import type { SectionPart } from "../../structure/part.ts";
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
import { footOf, ground, inlinesIn, line, notesText, type SlideContext } from "../slide-context.ts";
import { pointParagraph } from "../words/point-paragraph.ts";
import { notesOf, type Point, pointsOf } from "../words/points-of.ts";

const GAP = 0.3;
const INSET = 0.3;
const SIZES = [20, 18, 16, 14];
const HEAD = 0.76;
const MAX_HEIGHT = BOTTOM - TOP - 0.1;
const MIN_HEIGHT = 2.6;

interface Cards {
  readonly change: readonly SectionPart[];
  readonly limits: readonly SectionPart[];
}

/** What would change the answer and its limits side by side; null where the report says neither. */
export function cardSlide(context: SlideContext, { change, limits }: Cards): SlideDraft | null {
  const { palette, labels } = context;
  const cards = [
    { label: labels.change, parts: change, colour: palette.accent },
    { label: labels.limits, parts: limits, colour: palette.series[1] },
  ].filter(({ parts }) => pointsIn(parts).length > 0);
  if (cards.length === 0) return null;
  const width = (WIDTH - GAP * (cards.length - 1)) / cards.length;
  const room = { width: width - 2 * INSET, height: MAX_HEIGHT - HEAD - 0.2, sizes: SIZES };
  const texts = cards.map(({ parts }) =>
    fitText(
      context.measure,
      pointsIn(parts).map((point) => pointParagraph(context, point)),
      room,
    ),
  );
  // Cards side by side have one height and letters of one size.
  const size = Math.min(...texts.map((text) => text.size));
  const heights = texts.map((text) =>
    context.measure.heightOf(text.paragraphs, room.width, { size }),
  );
  const height = Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.max(...heights) + HEAD + 0.35));
  return {
    layout: "message",
    titles: [titleOf(context, { change, limits })],
    weight: "fixed",
    shapes: cards.flatMap(({ label, parts, colour }, index) =>
      cardShapes(context, {
        label: headingOf(parts) || label,
        paragraphs: texts[index]?.paragraphs ?? [],
        size,
        colour,
        x: LEFT + index * (width + GAP),
        width,
        height,
      }),
    ),
    source: footOf(context, inlinesIn([...change, ...limits].flatMap((part) => part.blocks))),
    notes: notesText(
      [...change, ...limits].flatMap((part) => [headingOf([part]), notesOf(part.blocks)]),
    ),
  };
}

/** Counted, since a topic is no message. */
function titleOf({ labels }: SlideContext, { change, limits }: Cards): string {
  const counts = [countOf(change), countOf(limits)] as const;
  return [
    ...(counts[0] > 0 ? [labels.slides.wouldChange(counts[0])] : []),
    ...(counts[1] > 0 ? [labels.slides.limitsRemain(counts[1])] : []),
  ].join(" · ");
}

function countOf(parts: readonly SectionPart[]): number {
  const points = pointsIn(parts).filter(({ kind }) => kind !== "heading");
  const items = points.filter(({ kind }) => kind === "item").length;
  return items > 0 ? items : points.length;
}

function pointsIn(parts: readonly SectionPart[]): Point[] {
  return pointsOf(parts.flatMap((part): readonly Block[] => part.blocks));
}

function headingOf([part]: readonly SectionPart[]): string {
  return part?.heading ? wordsOf(part.heading.inlines).trim() : "";
}

interface CardGiven {
  readonly label: string;
  readonly paragraphs: readonly TextParagraph[];
  readonly size: number;
  readonly colour: string;
  readonly x: number;
  readonly width: number;
  readonly height: number;
}

function cardShapes({ palette, measure }: SlideContext, given: CardGiven): Shape[] {
  const { label, paragraphs, size, colour, x, width, height } = given;
  const w = width - 2 * INSET;
  const head = fitText(measure, [line(label, { bold: true })], {
    width: w,
    height: 0.42,
    sizes: [18, 16, 14],
    maxLines: 1,
  });
  return [
    ground({ x, y: TOP, w: width, h: height }, palette.panel),
    { kind: "rule", box: { x, y: TOP, w: width, h: 0.06 }, colour },
    {
      kind: "text",
      name: "Label",
      box: { x: x + INSET, y: TOP + 0.24, w, h: 0.42 },
      size: head.size,
      colour: palette.deep,
      paragraphs: head.paragraphs,
    },
    {
      kind: "text",
      name: label,
      box: { x: x + INSET, y: TOP + HEAD, w, h: height - HEAD - 0.14 },
      size,
      colour: palette.ink,
      paragraphs,
    },
  ];
}
