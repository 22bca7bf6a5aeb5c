import type { Run, TextParagraph } from "../slide.ts";
import type { TextMeasure } from "./text-measure.ts";

export interface Room {
  readonly width: number;
  readonly height: number;
  /** From the largest to the smallest. */
  readonly sizes: readonly number[];
  readonly maxLines?: number;
  readonly leading?: number;
  readonly bold?: boolean;
}

const MAX_PARAGRAPHS = 60;
const MAX_CHARACTERS = 4_000;

export interface FittedText {
  readonly paragraphs: readonly TextParagraph[];
  readonly size: number;
  /** Whether something was left out. */
  readonly isCut: boolean;
}

/** The text in the largest size that it fits in; at the smallest size what fits of it. */
export function fitText(
  measure: TextMeasure,
  paragraphs: readonly TextParagraph[],
  room: Room,
): FittedText {
  const filled = paragraphs.filter(({ runs }) => runs.some(({ text }) => text.trim() !== ""));
  const shown = filled.slice(0, MAX_PARAGRAPHS).map(bounded);
  const size = room.sizes.find((candidate) => isWithin(measure, shown, room, candidate));
  if (size !== undefined && filled.length === shown.length)
    return { paragraphs: shown, size, isCut: false };
  const smallest = room.sizes.at(-1) ?? 12;
  const kept: TextParagraph[] = [];
  for (const paragraph of shown) {
    const fits = (runs: readonly Run[]) =>
      isWithin(measure, [...kept, { ...paragraph, runs }], room, smallest);
    const runs = fits(paragraph.runs) ? paragraph.runs : shortenRuns(paragraph.runs, fits);
    if (runs) kept.push({ ...paragraph, runs });
    if (runs !== paragraph.runs) break;
  }
  return { paragraphs: kept, size: smallest, isCut: true };
}

/** No slide holds more, and measuring takes its time. */
function bounded(paragraph: TextParagraph): TextParagraph {
  const length = paragraph.runs.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= MAX_CHARACTERS) return paragraph;
  return { ...paragraph, runs: cutRuns(paragraph.runs, MAX_CHARACTERS) };
}

function isWithin(
  measure: TextMeasure,
  paragraphs: readonly TextParagraph[],
  { width, height, maxLines, leading, bold }: Room,
  size: number,
): boolean {
  const style = {
    size,
    ...(leading === undefined ? {} : { leading }),
    ...(bold === undefined ? {} : { bold }),
  };
  if (measure.heightOf(paragraphs, width, style) > height) return false;
  if (maxLines === undefined) return true;
  const lines = paragraphs.map((paragraph) => measure.linesOf(paragraph, width, style));
  return lines.reduce((sum, count) => sum + count, 0) <= maxLines;
}

/** A text as long as `fits` allows: to the end of a sentence if that keeps half of it, else of a word; null if nothing fits. */
export function shortenRuns(
  runs: readonly Run[],
  fits: (runs: readonly Run[]) => boolean,
): readonly Run[] | null {
  const length = runs.reduce((sum, { text }) => sum + text.length, 0);
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(withEllipsis(cutRuns(runs, middle)))) low = middle;
    else high = middle - 1;
  }
  const text = runs.map((run) => run.text).join("");
  const sentence = endOf(text.slice(0, low + 1), /[.!?؟](?=\s)|[。！？]/gu);
  if (sentence > low / 2) return cutRuns(runs, sentence);
  const word = endOf(
    text.slice(0, low + 1),
    /\S(?=\s)|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  );
  const end = word > low / 2 ? word : low;
  return end < 2 ? null : withEllipsis(cutRuns(runs, end));
}

/** Where the last match ends. */
function endOf(text: string, pattern: RegExp): number {
  const last = [...text.matchAll(pattern)].at(-1);
  return last ? last.index + last[0].length : 0;
}

function cutRuns(runs: readonly Run[], length: number): Run[] {
  let left = length;
  return runs.flatMap((run) => {
    const text = run.text.slice(0, left);
    left = Math.max(0, left - run.text.length);
    return text === "" ? [] : [{ ...run, text: text.toWellFormed().replace(/\uFFFD$/, "") }];
  });
}

function withEllipsis(runs: readonly Run[]): Run[] {
  const last = runs.at(-1);
  if (!last) return [];
  const { raised: _, href: __, ...look } = last;
  return last.raised
    ? [...runs, { ...look, text: "…" }]
    : [...runs.slice(0, -1), { ...last, text: `${last.text.replace(/[\s,;:–—-]+$/u, "")}…` }];
}
