import type { PreparedText } from "../prepare-text.ts";
import { findCutOff } from "./cut-off.ts";
import { judgeOuterElision } from "./elision.ts";
import { findOccurrences, type TokenRange } from "./find-occurrences.ts";
import { joinParts } from "./join-parts.ts";
import { asNormalised, type Located, locatePart } from "./locate-part.ts";
import { type ParsedQuote, parseQuote } from "./parse-quote.ts";
import type { Elision, QuoteCheck, QuoteVerdict } from "./quote-check.ts";
import { offsetsOf, sentenceEnd, sentenceStart } from "./sentences.ts";

export const MAX_QUOTE_CHARACTERS = 4_000;
const MIN_WORDS = 3;
const MIN_CHARACTERS = 15;
const MIN_UNSPACED_CHARACTERS = 6;
const MAX_PARTS = 12;
const MAX_OCCURRENCES = 20;
const MAX_CLOSEST_CHARACTERS = 2_000;

/** Whether a prepared text has this quote, where, and what differs if it does not. */
export function checkQuote(source: PreparedText, quote: string): QuoteCheck {
  const about = aboutLanguage(source);
  if (quote.length > MAX_QUOTE_CHARACTERS) return { verdict: "unchecked", ...about };
  const parsed = parseQuote(quote, source);
  if (isShort(parsed)) return { verdict: "short", ...about };
  if (parsed.parts.length > MAX_PARTS) return { verdict: "unchecked", ...about };
  return { ...find(source, parsed), ...about };
}

function aboutLanguage({ lexicon }: PreparedText) {
  if (lexicon.isComplete) return { isJudgedFuzzily: true };
  const languageNote =
    "There are no word lists for the language of this text, so a quote must have its words exactly.";
  return { isJudgedFuzzily: false, languageNote };
}

function isShort({ text, parts }: ParsedQuote): boolean {
  const words = parts.reduce((sum, { plain }) => sum + plain.length, 0);
  const characters = text.replace(/[^\p{L}\p{N}]/gu, "").length;
  const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(
    text,
  );
  if (isUnspaced) return characters < MIN_UNSPACED_CHARACTERS;
  return words === 0 || (words < MIN_WORDS && text.length < MIN_CHARACTERS);
}

function find(source: PreparedText, quote: ParsedQuote): Omit<QuoteCheck, "isJudgedFuzzily"> {
  // Sources have ellipses of their own: without anything left out, they are only punctuation.
  const whole = quote.parts.flatMap(({ plain }) => plain);
  const occurrences = findOccurrences(source, whole, MAX_OCCURRENCES).map(asNormalised);
  if (occurrences.length > 0) return best(source, quote, occurrences, []);
  const [only, ...others] = quote.parts;
  if (only && others.length === 0) return best(source, quote, locatePart(source, only), []);
  const joined = joinParts(source, quote.parts);
  return joined ? best(source, quote, [joined.located], joined.elided) : { verdict: "absent" };
}

/** The place where the quote fares best: the same words may stand elsewhere under a condition. */
function best(
  source: PreparedText,
  quote: ParsedQuote,
  places: readonly Located[],
  elided: readonly Elision[],
): Omit<QuoteCheck, "isJudgedFuzzily"> {
  let found: Omit<QuoteCheck, "isJudgedFuzzily"> | null = null;
  for (const place of places) {
    const check = judge(source, quote, place, elided);
    if (check.verdict !== "altered" && check.cutOff === undefined) return check;
    if (!found || (found.verdict === "altered" && check.verdict !== "altered")) found = check;
  }
  return found ?? (source.isCut ? { verdict: "unchecked" } : { verdict: "absent" });
}

function judge(
  source: PreparedText,
  quote: ParsedQuote,
  place: Located,
  inner: readonly Elision[],
): Omit<QuoteCheck, "isJudgedFuzzily"> {
  const { start, end } = offsetsOf(source, place);
  const closest = {
    start,
    end,
    text: source.original.slice(start, Math.min(end, start + MAX_CLOSEST_CHARACTERS)),
  };
  if (place.verdict === "altered" || place.verdict === "absent") {
    const verdict: QuoteVerdict =
      place.verdict === "absent" && source.isCut ? "unchecked" : place.verdict;
    return { verdict, differs: place.differs, closest, ...listed(inner) };
  }
  const elided = [...outerElisions(source, quote, place), ...inner];
  const cut = findCutOff(source, place, quote);
  const hidden = elided.filter(({ hides }) => hides !== undefined);
  const cutOff = cut ? { cutOff: cut.text } : {};
  if (hidden.length > 0 || cut?.isAltered) {
    const differs = [
      ...hidden.map(({ text }) => ({ source: text, quote: "…" })),
      ...(cut?.isAltered ? [{ source: cut.text, quote: "" }] : []),
    ];
    return { verdict: "altered", differs, closest, ...listed(elided), ...cutOff };
  }
  const isExact =
    place.verdict === "normalised" && inner.length === 0 && closest.text === trimmed(quote.text);
  return { verdict: isExact ? "exact" : place.verdict, start, end, ...listed(elided), ...cutOff };
}

function listed(elided: readonly Elision[]): { elided?: readonly Elision[] } {
  return elided.length > 0 ? { elided } : {};
}

/** Punctuation around a quote is not part of what is quoted. */
function trimmed(text: string): string {
  return text.replace(/^[^\p{L}\p{N}\p{S}]+|[^\p{L}\p{N}\p{S}\p{M}%]+$/gu, "");
}

function outerElisions(
  source: PreparedText,
  quote: ParsedQuote,
  { from, to }: TokenRange,
): Elision[] {
  const start = sentenceStart(source, from);
  const end = sentenceEnd(source, to - 1);
  const found: Elision[] = [];
  if (quote.hasLeadingEllipsis && start < from) {
    found.push(judgeOuterElision(source, { from: start, to: from }));
  }
  if (quote.hasTrailingEllipsis && to < end) {
    found.push(judgeOuterElision(source, { from: to, to: end }));
  }
  return found;
}
