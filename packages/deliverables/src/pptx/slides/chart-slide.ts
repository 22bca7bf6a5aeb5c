import type { Block, Inline } from "../../blocks.ts";
import type { Chart } from "../../charts/chart.ts";
import { describeChart } from "../../charts/describe-chart.ts";
import { fitText, shortenRuns } from "../measure/fit-text.ts";
import {
  BOTTOM,
  LEFT,
  type Run,
  type Shape,
  type SlideDraft,
  type TextParagraph,
  TOP,
  WIDTH,
} from "../slide.ts";
import { footOf, ground, inlinesIn, line, type SlideContext } from "../slide-context.ts";
import { pointParagraph } from "../words/point-paragraph.ts";
import { pointsOf } from "../words/points-of.ts";
import type { SectionGiven } from "./text-slide.ts";

const MAX_WORDS_BESIDE = 40;
const CARD = { width: 3.95, gap: 0.35, inset: 0.28 };
const TITLE = { height: 0.36, size: 14 };

/** The chart takes most of the width; beside it stands what it means. */
export function chartSlide(
  context: SlideContext,
  blocks: readonly Block[],
  chart: Chart,
  { heading, titles, notes }: SectionGiven,
): Omit<SlideDraft, "weight"> {
  const { palette, document, measure } = context;
  const meaning = meaningOf(context, blocks);
  const w = meaning.length > 0 ? WIDTH - CARD.width - CARD.gap : WIDTH;
  const cited: Inline[] = chart.sources.map((number) => ({ kind: "citation", number }));
  const title = fitText(measure, [line(chart.title)], {
    width: w,
    height: TITLE.height,
    sizes: [TITLE.size],
    maxLines: 1,
  });
  const top = TOP + TITLE.height;
  const shapes: Shape[] = [
    {
      kind: "text",
      name: "Chart title",
      box: { x: LEFT, y: TOP - 0.06, w, h: TITLE.height },
      size: title.size,
      colour: palette.soft,
      paragraphs: title.paragraphs,
    },
    {
      kind: "chart",
      box: { x: LEFT, y: top, w, h: BOTTOM - top },
      chart,
      description: describeChart(chart, document.language),
    },
    ...(meaning.length > 0 ? meaningCard(context, meaning) : []),
  ];
  const source = footOf(context, [...cited, ...inlinesIn(blocks)]);
  return { layout: "message", titles, heading, shapes, source, notes };
}

/** Paragraphs of the section as long as there are words left; a quotation stands as a whole or not at all. */
function meaningOf(context: SlideContext, blocks: readonly Block[]): TextParagraph[] {
  const paragraphs: TextParagraph[] = [];
  let left = MAX_WORDS_BESIDE;
  for (const point of pointsOf(blocks)) {
    if (point.kind === "heading" || point.kind === "code") continue;
    const paragraph = pointParagraph(context, point);
    const room = left;
    const fits = (runs: readonly Run[]) => wordsIn(runs) <= room;
    const isWhole = fits(paragraph.runs);
    if (!isWhole && point.kind === "quote") continue;
    const runs = isWhole ? paragraph.runs : shortenRuns(paragraph.runs, fits);
    // A few words of a further paragraph would say nothing.
    if (runs && (isWhole || paragraphs.length === 0 || runs.at(-1)?.text.endsWith(".")))
      paragraphs.push({ ...paragraph, runs });
    left -= wordsIn(runs ?? []);
    if (!isWhole) break;
  }
  return paragraphs;
}

/** Two characters of a script without spaces count as a word. */
function wordsIn(runs: readonly Run[]): number {
  const text = runs.map((run) => (run.raised ? "" : run.text)).join("");
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  return text.split(/\s+/).filter(Boolean).length + Math.floor(wide / 2);
}

function meaningCard(
  { palette, measure, labels }: SlideContext,
  paragraphs: readonly TextParagraph[],
): Shape[] {
  const x = LEFT + WIDTH - CARD.width;
  const y = TOP + 0.06;
  const w = CARD.width - 2 * CARD.inset;
  const h = BOTTOM - y - 0.15;
  const text = fitText(measure, paragraphs, { width: w, height: h - 0.85, sizes: [18, 16, 14] });
  const inner = { x: x + CARD.inset, w };
  return [
    ground({ x, y, w: CARD.width, h }, palette.panel),
    {
      kind: "text",
      name: "Label",
      box: { ...inner, y: y + 0.2, h: 0.35 },
      size: 14,
      colour: palette.accent,
      paragraphs: [line(labels.whatItMeans, { bold: true })],
    },
    {
      kind: "text",
      name: labels.whatItMeans,
      box: { ...inner, y: y + 0.62, h: h - 0.8 },
      size: text.size,
      colour: palette.ink,
      paragraphs: text.paragraphs,
    },
  ];
}
