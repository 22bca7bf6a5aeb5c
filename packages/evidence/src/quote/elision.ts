import { keyAt, type PreparedText } from "../prepare-text.ts";
import { CAPITAL, NUMBER } from "../text/scan.ts";
import { type CriticalWord, findCritical } from "./critical-words.ts";
import type { TokenRange } from "./find-occurrences.ts";
import type { Elision } from "./quote-check.ts";
import { gapBefore, offsetsOf, startsSentence, textOf } from "./sentences.ts";

/** Ellipses join passages of a paragraph, not of a book. */
export const MAX_ELIDED_TOKENS = 60;
const MAX_SHOWN_CHARACTERS = 600;
const HIDING = ["negation", "hedge", "condition", "attribution", "contrast"] as const;
const COORDINATORS = new Set(["and", "und", "et", "y", "e", "и", "و"]);

/** What an ellipsis between two parts of a quote leaves out. */
export function judgeElision(source: PreparedText, range: TokenRange): Elision {
  const hides = range.to > range.from ? findHidden(source, range) : null;
  return describe(source, range, hides);
}

/** What an ellipsis at an end of the quote leaves out of the sentence. */
export function judgeOuterElision(source: PreparedText, range: TokenRange): Elision {
  const word = findCritical(source, range, HIDING);
  return describe(source, range, word ? `${word.kind}: ${textOf(source, word)}` : null);
}

function describe(source: PreparedText, range: TokenRange, hides: string | null): Elision {
  const { start, end } =
    range.to > range.from
      ? offsetsOf(source, range)
      : { start: source.ends[range.from - 1] ?? 0, end: source.ends[range.from - 1] ?? 0 };
  const text = source.original.slice(start, Math.min(end, start + MAX_SHOWN_CHARACTERS));
  return { start, end, text, ...(hides === null ? {} : { hides }) };
}

function findHidden(source: PreparedText, range: TokenRange): string | null {
  if (source.lexicon.language === null) return "language without word lists";
  if (range.to - range.from > MAX_ELIDED_TOKENS) return "passages far apart";
  const word =
    findCritical(source, range, HIDING) ??
    findLimit(source, range) ??
    findQuantifier(source, range);
  if (word) return `${word.kind}: ${textOf(source, word)}`;
  if (crossesSentence(source, range)) {
    return startsSentence(source, range.to) ? null : "end of a sentence";
  }
  return changesSubject(source, range) ? "another subject" : null;
}

/** "At least in …" limits what was said; "at least 5" goes together with its figure. */
function findLimit(source: PreparedText, range: TokenRange): CriticalWord | null {
  const word = findCritical(source, range, ["comparator"]);
  const isWithFigure = word && ((source.flags[word.to] ?? 0) & NUMBER) > 0 && word.to < range.to;
  return isWithFigure ? null : word;
}

/** "In … valleys" for "in some valleys". */
function findQuantifier(source: PreparedText, range: TokenRange): CriticalWord | null {
  const word = findCritical(source, { from: Math.max(range.from, range.to - 2), to: range.to }, [
    "quantifier",
  ]);
  return word?.to === range.to ? word : null;
}

function crossesSentence(source: PreparedText, { from, to }: TokenRange): boolean {
  for (let token = from; token <= to && token < source.count; token++) {
    if (startsSentence(source, token)) return true;
  }
  return false;
}

/** Whether what follows was said of somebody who is left out: "A thanked B, who … resigned". */
function changesSubject(source: PreparedText, range: TokenRange): boolean {
  const tokens = Array.from({ length: range.to - range.from }, (_, index) => range.from + index);
  const last = range.to - 1;
  const isOpen = !/[,;:)–—]/u.test(gapBefore(source, range.to));
  if (isOpen && source.lexicon.pronouns.has(keyAt(source, last))) return true;
  const isObject = source.lexicon.prepositions.has(keyAt(source, last - 1));
  if (isOpen && !isObject && isName(source, last)) return true;
  if (/;/u.test(textOf(source, range))) return true;
  // Between two commas stands an aside, whatever it counts.
  if (/,/u.test(gapBefore(source, range.from)) && !isOpen) return false;
  const hasCoordinator = tokens.some((token) => COORDINATORS.has(keyAt(source, token)));
  return hasCoordinator && tokens.some((token) => ((source.flags[token] ?? 0) & NUMBER) > 0);
}

function isName(source: PreparedText, token: number): boolean {
  const isCapital = ((source.flags[token] ?? 0) & CAPITAL) > 0;
  return isCapital && source.lexicon.language !== "de" && !startsSentence(source, token);
}
