import type { PreparedText } from "../prepare-text.ts";
import { type Alignment, align } from "./align.ts";
import { withoutDoubles } from "./doubled-words.ts";
import { type Explanation, explainDifference } from "./explain-difference.ts";
import { findOccurrences, type TokenRange } from "./find-occurrences.ts";
import { findSimilar } from "./find-similar.ts";
import type { Difference } from "./merge-gaps.ts";
import type { QuoteItem, QuotePart } from "./parse-quote.ts";
import { textOf } from "./sentences.ts";

/** Where words of a quote stand, and what differs there. */
export interface Located extends TokenRange {
  readonly verdict: "normalised" | "fuzzy" | "altered" | "absent";
  readonly differs: readonly { readonly source: string; readonly quote: string }[];
  /** Share of the quote's words that stand there. */
  readonly share: number;
}

const MAX_OCCURRENCES = 40;
const MAX_CANDIDATES = 3;
/** Below this share the passage is another one, not an altered one. */
const MIN_ALTERED_SHARE = 0.6;
/** Slips and small words among the words of a quote. */
const MAX_SLIP_SHARE = 0.15;
/** In a shorter quote a single word is too much of it. */
const MIN_WORDS_FOR_SLIPS = 6;
const MAX_TRIMMED = 4;
const MAX_WIDENED = 6;
const MAX_SHOWN_DIFFERENCES = 8;
const MAX_SHOWN_CHARACTERS = 200;

/** Every place with the same words, else the place that comes closest. */
export function locatePart(source: PreparedText, part: QuotePart): Located[] {
  const exact = findOccurrences(source, part.plain, MAX_OCCURRENCES);
  if (exact.length > 0) return exact.map(asNormalised);
  // Sources have brackets too: then the quote's are no additions.
  const readings =
    part.plain.length === part.items.length ? [part.items] : [part.items, part.plain];
  const located = readings.flatMap((items) =>
    findSimilar(source, items, MAX_CANDIDATES)
      .map((window) => locateIn(source, items, window))
      .filter((place) => place !== null),
  );
  const rank = { normalised: 0, fuzzy: 1, altered: 2, absent: 3 };
  located.sort((one, other) => rank[one.verdict] - rank[other.verdict] || other.share - one.share);
  return located.slice(0, 1);
}

/** The part inside a stretch of the source, however much differs. */
export function locateIn(
  source: PreparedText,
  items: readonly QuoteItem[],
  window: TokenRange,
): Located | null {
  const located = alignAndJudge(source, items, window);
  if (located && isFound(located)) return located;
  const once = withoutDoubles(source.lexicon, items);
  const relocated = once === items ? null : alignAndJudge(source, once, window);
  return relocated && isFound(relocated) ? { ...relocated, verdict: "fuzzy" } : located;
}

function alignAndJudge(
  source: PreparedText,
  items: readonly QuoteItem[],
  window: TokenRange,
): Located | null {
  const alignment = align(source, items, window);
  return alignment ? judgeAlignment(source, items, alignment) : null;
}

function isFound({ verdict }: Located): boolean {
  return verdict === "normalised" || verdict === "fuzzy";
}

export function asNormalised({ from, to }: TokenRange): Located {
  return { from, to, verdict: "normalised", differs: [], share: 1 };
}

function judgeAlignment(
  source: PreparedText,
  items: readonly QuoteItem[],
  alignment: Alignment,
): Located {
  const explained = alignment.differences.map((difference) =>
    explainTrimmed(source, items, difference, alignment),
  );
  const from = explained[0]?.starts ?? alignment.from;
  const to = explained.at(-1)?.ends ?? alignment.to;
  const unexplained = explained.filter(({ why }) => why === null);
  const slips = explained.reduce(
    (sum, { why }) => sum + (why?.slips ?? 0) + (why?.smallWords ?? 0),
    0,
  );
  const words = items.filter(({ bracketed }) => bracketed === null).length;
  const share = words === 0 ? 0 : alignment.matched / words;
  const isTooLoose = slips > Math.max(words < MIN_WORDS_FOR_SLIPS ? 0 : 1, words * MAX_SLIP_SHARE);
  const shown = isTooLoose ? explained : unexplained;
  const differs = shown.slice(0, MAX_SHOWN_DIFFERENCES).map(({ difference }) => ({
    source: shorten(textOf(source, difference.source)),
    quote: shorten(quoted(items, difference.items)),
  }));
  if (unexplained.length > 0 || isTooLoose) {
    return { from, to, verdict: share >= MIN_ALTERED_SHARE ? "altered" : "absent", differs, share };
  }
  const isFuzzy = explained.some(({ why }) => why?.isFuzzy);
  return { from, to, verdict: isFuzzy ? "fuzzy" : "normalised", differs: [], share };
}

/** At the ends of the quote the alignment may take in too much of the source. */
function explainTrimmed(
  source: PreparedText,
  items: readonly QuoteItem[],
  difference: Difference,
  { from, to }: TokenRange,
): { difference: Difference; why: Explanation | null; starts?: number; ends?: number } {
  const why = explainDifference(source, items, difference);
  const range = difference.source;
  const hasBrackets = items
    .slice(difference.items.from, difference.items.to)
    .some(({ bracketed }) => bracketed !== null);
  if (why) return { difference, why };
  if (hasBrackets) return explainWidened(source, items, difference, { from, to });
  for (let cut = 1; cut <= range.to - range.from && cut <= MAX_TRIMMED; cut++) {
    const shorter = { from: range.from, to: range.to - cut };
    const trimmed =
      range.to === to && explainDifference(source, items, { ...difference, source: shorter });
    if (trimmed) return { difference, why: trimmed, ends: shorter.to };
    const later = { from: range.from + cut, to: range.to };
    const begun =
      range.from === from && explainDifference(source, items, { ...difference, source: later });
    if (begun) return { difference, why: begun, starts: later.from };
  }
  return { difference, why: null };
}

/** Brackets at an end may stand for more words than the alignment took: "[The firm]" for "The big company". */
function explainWidened(
  source: PreparedText,
  items: readonly QuoteItem[],
  difference: Difference,
  { from, to }: TokenRange,
): { difference: Difference; why: Explanation | null; starts?: number; ends?: number } {
  const range = difference.source;
  for (let more = 1; more <= MAX_WIDENED; more++) {
    const earlier = { from: range.from - more, to: range.to };
    const begun =
      range.from === from &&
      earlier.from >= 0 &&
      explainDifference(source, items, { ...difference, source: earlier });
    if (begun) return { difference, why: begun, starts: earlier.from };
    const later = { from: range.from, to: range.to + more };
    const ended =
      range.to === to &&
      later.to <= source.count &&
      explainDifference(source, items, { ...difference, source: later });
    if (ended) return { difference, why: ended, ends: later.to };
  }
  return { difference, why: null };
}

function quoted(items: readonly QuoteItem[], { from, to }: { from: number; to: number }): string {
  return items
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ");
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}
