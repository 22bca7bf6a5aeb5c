import type { CriticalKind } from "../lexicon/lexicon.ts";
import { keyAt, type PreparedText } from "../prepare-text.ts";
import { CAPITAL, NUMBER } from "../text/scan.ts";
import { findCritical } from "./critical-words.ts";
import type { TokenRange } from "./find-occurrences.ts";
import type { ParsedQuote } from "./parse-quote.ts";
import { gapBefore, sentenceEnd, sentenceStart, startsSentence, textOf } from "./sentences.ts";

/** Words of the sentence that the quote stops short of. */
export interface CutOff {
  readonly text: string;
  /** Whether the quote poses as a whole statement without them. */
  readonly isAltered: boolean;
}

/** How far from the quote a word still governs it. */
const NEAR = 5;
const OPENING = 3;
const QUOTATIVE = 16;
const MAX_ROW_CHARACTERS = 80;
const GOVERNING: readonly CriticalKind[] = ["attribution", "hedge", "condition"];
const SUFFIXES = new Set(["%", "%pt", "$", "€", "£", "¥", "₹", "₽", "‰", "°c", "°f"]);
/** Words after which a clause says what was said, or denied. */
const COMPLEMENTIZERS = new Set(["that", "dass", "que", "qu", "что", "ان"]);
const RESTRICTORS = new Set(
  "only solely nur lediglich seulement uniquement solo sólo solamente únicamente apenas somente только лишь فقط".split(
    " ",
  ),
);
const COORDINATORS = new Set(["and", "und", "et", "y", "e", "и"]);
const COMPARATORS = new Set(["<", ">", "≤", "≥"]);

export function findCutOff(
  source: PreparedText,
  range: TokenRange,
  quote: ParsedQuote,
): CutOff | null {
  const found = [
    cutFigure(source, range),
    cutTable(source, range),
    cutBefore(source, range, quote),
    cutAfter(source, range, quote),
    cutQuestion(source, range, quote),
  ].filter((cut) => cut !== null);
  return found.find(({ isAltered }) => isAltered) ?? found[0] ?? null;
}

/** "more than" before a figure, or its unit after it. */
function cutFigure(source: PreparedText, { from, to }: TokenRange): CutOff | null {
  const isFigure = (token: number) => ((source.flags[token] ?? 0) & NUMBER) > 0;
  if (isFigure(from) && COMPARATORS.has(keyAt(source, from - 1))) {
    return { text: textOf(source, { from: from - 1, to: from }), isAltered: true };
  }
  if (isFigure(to - 1) && SUFFIXES.has(keyAt(source, to)) && gapBefore(source, to).length <= 1) {
    return { text: textOf(source, { from: to, to: to + 1 }), isAltered: true };
  }
  return null;
}

/** The end of one row and the start of the next are no statement. */
function cutTable(source: PreparedText, range: TokenRange): CutOff | null {
  const text = textOf(source, range);
  if (!text.includes("\n")) return null;
  const { original } = source;
  const start = source.starts[range.from] ?? 0;
  const end = source.ends[range.to - 1] ?? 0;
  const lineStart = original.lastIndexOf("\n", start) + 1;
  const lineEnd = original.indexOf("\n", end);
  const before = original.slice(lineStart, start);
  const after = original.slice(end, lineEnd < 0 ? original.length : lineEnd);
  const isTable = `${before}${text}${after}`.split("\n").every(isRow);
  const isCut = /[\p{L}\p{N}]/u.test(before) || /[\p{L}\p{N}]/u.test(after);
  return isTable && isCut ? { text: (before || after).slice(0, 80).trim(), isAltered: true } : null;
}

function isRow(line: string): boolean {
  if (line.trim() === "" || /[\t|]/u.test(line)) return true;
  const figures = line.match(/\p{Nd}+(?:[.,]\p{Nd}+)*/gu) ?? [];
  return figures.length >= 2 && line.length <= MAX_ROW_CHARACTERS && !/[.!?]\s*$/u.test(line);
}

function cutBefore(source: PreparedText, { from }: TokenRange, quote: ParsedQuote): CutOff | null {
  const start = sentenceStart(source, from);
  if (start === from) return null;
  const gap = gapBefore(source, from);
  const near = { from: Math.max(start, from - NEAR), to: from };
  const last = { from: Math.max(start, from - 2), to: from };
  const denial =
    findCritical(source, last, ["negation"]) ?? findCritical(source, near, ["negation"]);
  const isDirectSpeech = /[“„«"「]\s*$/u.test(gap);
  const poses = posesAsSentence(source, from, quote);
  const isClause = COMPLEMENTIZERS.has(keyAt(source, from - 1));
  const isDenied = denial !== null && !isSaidInstead(source, denial.to, from);
  if (denial && isDenied && (isClause || !isInterrupted(source, denial.to, from))) {
    const isClose = isClause || from - denial.to <= 1;
    return { text: textOf(source, { from: denial.from, to: from }), isAltered: poses || isClose };
  }
  if (RESTRICTORS.has(keyAt(source, from - 1))) {
    return { text: textOf(source, { from: from - 1, to: from }), isAltered: true };
  }
  const governing =
    findLast(source, near) ??
    (/[,:،、]/u.test(gap)
      ? findCritical(source, { from: start, to: Math.min(from, start + OPENING) }, GOVERNING)
      : null);
  if (!governing) return null;
  const text = textOf(source, { from: Math.max(start, from - 12), to: from });
  return { text, isAltered: poses && !isDirectSpeech };
}

/** "Denies it and says that …": what follows is not what was denied. */
function isSaidInstead(source: PreparedText, from: number, to: number): boolean {
  for (let token = from; token < to; token++) {
    if (!COORDINATORS.has(keyAt(source, token))) continue;
    return findCritical(source, { from: token + 1, to }, ["attribution"]) !== null;
  }
  return false;
}

function findLast(source: PreparedText, near: TokenRange): TokenRange | null {
  for (let token = near.to - 1; token >= near.from; token--) {
    const word = findCritical(source, { from: token, to: near.to }, GOVERNING);
    if (word && word.from === token) return word;
    // A comma closes what was said before, unless it opens what is said: "He said, …".
    if (/[,;—–]/u.test(gapBefore(source, token)) && token < near.to - 1) return null;
  }
  return null;
}

function isInterrupted(source: PreparedText, from: number, to: number): boolean {
  for (let token = from; token <= to; token++) {
    if (/[,;:—–]/u.test(gapBefore(source, token))) return true;
  }
  return false;
}

/** A capital where the source has none, or a full stop after words from the middle of a sentence. */
function posesAsSentence(source: PreparedText, from: number, quote: ParsedQuote): boolean {
  if (quote.hasLeadingEllipsis) return true;
  const first = source.original.charAt(source.starts[from] ?? 0);
  const hasCase = first.toLowerCase() !== first.toUpperCase();
  if (!hasCase) return quote.terminator !== "";
  if (!quote.startsWithCapital) return false;
  return ((source.flags[from] ?? 0) & CAPITAL) === 0 || quote.terminator !== "";
}

function cutAfter(
  source: PreparedText,
  { from, to }: TokenRange,
  quote: ParsedQuote,
): CutOff | null {
  const end = sentenceEnd(source, to - 1);
  if (end <= to) return null;
  const gap = gapBefore(source, to);
  const next = { from: to, to: Math.min(end, to + NEAR) };
  const text = textOf(source, { from: to, to: Math.min(end, to + 12) });
  const isClosed = quote.terminator !== "" || quote.hasTrailingEllipsis;
  const condition = findCritical(source, next, ["condition"]);
  if (condition?.from === to) return { text, isAltered: isClosed || startsSentence(source, from) };
  const isJapanese = source.lexicon.language === "ja";
  const doubt = isJapanese
    ? findCritical(source, { from: to, to: end }, ["hedge", "negation"])
    : null;
  if (doubt?.from === to) return { text, isAltered: isClosed };
  // Japanese says after the words who said them: 「…」と述べた.
  const isQuotative = isJapanese && keyAt(source, to) === "と";
  const reach = isQuotative ? { from: to, to: Math.min(end, to + QUOTATIVE) } : next;
  const speaker = findCritical(source, reach, ["attribution"]);
  if (!speaker || !(isQuotative || /[,–—、،]/u.test(gap))) return null;
  const isDirectSpeech = /["”»’」]/u.test(gap);
  return { text, isAltered: isClosed && !isDirectSpeech };
}

/** A question that is quoted as a statement. */
function cutQuestion(
  source: PreparedText,
  { to }: TokenRange,
  { terminator }: ParsedQuote,
): CutOff | null {
  const gap = gapBefore(source, to);
  return /^["”»’)]*[?？؟]/u.test(gap) && /[.。!]/u.test(terminator)
    ? { text: "?", isAltered: true }
    : null;
}
