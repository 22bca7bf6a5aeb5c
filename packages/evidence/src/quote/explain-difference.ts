import { keyAt, type PreparedText } from "../prepare-text.ts";
import { NUMBER, OPTIONAL } from "../text/scan.ts";
import { isClarification } from "./clarification.ts";
import { hasCriticalKey } from "./critical-words.ts";
import { isHarmlessTwice } from "./doubled-words.ts";
import type { TokenRange } from "./find-occurrences.ts";
import { isFurniture } from "./furniture.ts";
import { isJoined } from "./is-joined.ts";
import type { Difference } from "./merge-gaps.ts";
import type { QuoteItem } from "./parse-quote.ts";
import { gapBefore, startsSentence, textOf } from "./sentences.ts";
import { isSameWord, isTypingSlip } from "./slips.ts";

/** What makes a difference harmless: marks alone, or slips and small words too. */
export interface Explanation {
  readonly slips: number;
  readonly smallWords: number;
  readonly isFuzzy: boolean;
}

const NOTHING: Explanation = { slips: 0, smallWords: 0, isFuzzy: false };
/** Words that an article turns: few, a few. */
const FEW = new Set([
  "few",
  "little",
  "lot",
  "number",
  "bit",
  "peu",
  "poco",
  "pouco",
  "wenig",
  "paar",
]);
/** Languages with some lists whose words are set apart by spaces; Arabic roots differ by the order of letters. */
const SPACED = new Set(["ru"]);
/** Words that say something else together with "of" or "de". */
const WITH_FILLER = new Set(
  "out short instead one none free rid hors lieu cesse cessé arrête arrêté antes después fuera vez lugar deja dejan dejó dejaron acaba dejar depois fora deixa deixam deixou deixaram deixar acabou".split(
    " ",
  ),
);
const EVERY_KIND = [
  "negation",
  "hedge",
  "condition",
  "attribution",
  "quantifier",
  "direction",
  "comparator",
  "contrast",
] as const;
const MAX_SOURCE = 30;
const MAX_ITEMS = 12;
const MAX_JOINED = 3;
const MAX_BRACKETED_SOURCE = 6;

/** Why a difference changes nothing, or null when it may change what is said. */
export function explainDifference(
  source: PreparedText,
  items: readonly QuoteItem[],
  difference: Difference,
): Explanation | null {
  const end = { token: difference.source.to, item: difference.items.to };
  if (end.token - difference.source.from > MAX_SOURCE) return null;
  if (end.item - difference.items.from > MAX_ITEMS) return null;
  const seen = new Map<string, Explanation | null>();
  const explain = (token: number, item: number): Explanation | null => {
    if (token === end.token && item === end.item) return NOTHING;
    const place = `${token} ${item}`;
    const known = seen.get(place);
    if (known !== undefined) return known;
    seen.set(place, null);
    for (const step of stepsFrom(source, items, { token, item }, end)) {
      const rest = explain(token + step.tokens, item + step.items);
      if (!rest) continue;
      const whole = add(rest, step);
      seen.set(place, whole);
      return whole;
    }
    return null;
  };
  return explain(difference.source.from, difference.items.from);
}

interface Place {
  readonly token: number;
  readonly item: number;
}

interface Step extends Partial<Explanation> {
  readonly tokens: number;
  readonly items: number;
}

function add(rest: Explanation, { slips = 0, smallWords = 0, isFuzzy = false }: Step): Explanation {
  return {
    slips: rest.slips + slips,
    smallWords: rest.smallWords + smallWords,
    isFuzzy: rest.isFuzzy || isFuzzy,
  };
}

/** Ways to go on from a place without a change of meaning, the surest first. */
function* stepsFrom(
  source: PreparedText,
  items: readonly QuoteItem[],
  place: Place,
  end: Place,
): Generator<Step> {
  const { token } = place;
  const item = place.item < end.item ? items[place.item] : undefined;
  if (token < end.token && item && source.ids[token] === item.id) yield { tokens: 1, items: 1 };
  if (token < end.token && ((source.flags[token] ?? 0) & OPTIONAL) > 0) {
    yield { tokens: 1, items: 0 };
  }
  if (item?.bracketed) {
    // At the start of a quote brackets stand for what comes before: "[Critics] declared".
    const isInsertion = place.item > 0 || opensClause(source, token);
    yield* bracketSteps(
      source,
      item.bracketed,
      { from: token, to: end.token },
      isInsertion ? 0 : 1,
    );
  }
  for (let to = end.token; to > token; to--) {
    if (isFurniture(source, { from: token, to })) yield { tokens: to - token, items: 0 };
  }
  if (token < end.token && isRepeated(source, token)) yield { tokens: 1, items: 0, isFuzzy: true };
  if (source.lexicon.isComplete) yield* wordSteps(source, items, place, end);
  else if (SPACED.has(source.lexicon.language ?? "")) yield* surestSteps(source, items, place, end);
}

/** A small word that the source itself has twice in a row. */
function isRepeated({ ids, keys, lexicon }: PreparedText, token: number): boolean {
  const id = ids[token] ?? -1;
  return (
    (ids[token - 1] === id || ids[token + 1] === id) && isHarmlessTwice(lexicon, keys[id] ?? "")
  );
}

/** What needs no full lists: letters that changed places, words written together or apart. */
function* surestSteps(
  source: PreparedText,
  items: readonly QuoteItem[],
  { token, item }: Place,
  end: Place,
): Generator<Step> {
  const word = item < end.item ? items[item] : undefined;
  if (token < end.token && word && !word.bracketed && isTypingSlip(source, token, word)) {
    yield { tokens: 1, items: 1, isFuzzy: true, slips: 1 };
  }
  yield* joinSteps(source, items, { token, item }, end);
}

function* bracketSteps(
  source: PreparedText,
  bracketed: readonly QuoteItem[],
  { from, to: end }: TokenRange,
  fewest: number,
): Generator<Step> {
  for (let to = from + fewest; to <= Math.min(end, from + MAX_BRACKETED_SOURCE); to++) {
    if (isClarification(source, { from, to }, bracketed)) yield { tokens: to - from, items: 1 };
  }
}

function opensClause(source: PreparedText, token: number): boolean {
  return startsSentence(source, token) || /[,;:—“„«"]/u.test(gapBefore(source, token));
}

function* wordSteps(
  source: PreparedText,
  items: readonly QuoteItem[],
  { token, item }: Place,
  end: Place,
): Generator<Step> {
  const { articles } = source.lexicon;
  const word = item < end.item ? items[item] : undefined;
  if (token < end.token && word && !word.bracketed) {
    const text = textOf(source, { from: token, to: token + 1 });
    const isFigure = (((source.flags[token] ?? 0) | word.flags) & NUMBER) > 0;
    if (word.isAdapted && isAdaptation(keyAt(source, token), word.key)) {
      yield { tokens: 1, items: 1 };
    } else if (!isFigure && isSameWord(text, word.text, source.lexicon)) {
      yield { tokens: 1, items: 1, isFuzzy: true };
    } else if (isTypingSlip(source, token, word)) {
      yield { tokens: 1, items: 1, isFuzzy: true, slips: 1 };
    }
  }
  yield* joinSteps(source, items, { token, item }, end);
  // "the cause" for "a cause" says something else.
  if (token < end.token && word && articles.has(word.key) && articles.has(keyAt(source, token)))
    return;
  if (token < end.token && articles.has(keyAt(source, token)) && isPlainArticle(source, token)) {
    yield { tokens: 1, items: 0, isFuzzy: true, smallWords: 1 };
  }
  if (word && articles.has(word.key) && isPlainArticle(source, token - 1)) {
    yield { tokens: 0, items: 1, isFuzzy: true, smallWords: 1 };
  }
  yield* fillerSteps(source, word, token, end.token);
}

/** "of" or "de" that was dropped or put in. */
function* fillerSteps(
  source: PreparedText,
  word: QuoteItem | undefined,
  token: number,
  end: number,
): Generator<Step> {
  const { fillers } = source.lexicon;
  const isLeftOut = token < end && fillers.has(keyAt(source, token));
  if (isLeftOut && isPlainFiller(source, { from: token, to: token + 1 })) {
    yield { tokens: 1, items: 0, isFuzzy: true, smallWords: 1 };
  }
  const isPutIn = word !== undefined && word.bracketed === null && fillers.has(word.key);
  if (isPutIn && isPlainFiller(source, { from: token, to: token })) {
    yield { tokens: 0, items: 1, isFuzzy: true, smallWords: 1 };
  }
}

/** Not beside a figure or a word that counts, compares, denies or turns: "half of", "5 of 10", "out of". */
function isPlainFiller(source: PreparedText, { from, to }: TokenRange): boolean {
  const isFigure = (token: number) => ((source.flags[token] ?? 0) & NUMBER) > 0;
  if (from < 1 || to >= source.count || isFigure(from - 1) || isFigure(to)) return false;
  if (WITH_FILLER.has(keyAt(source, from - 1)) || FEW.has(keyAt(source, from - 1))) return false;
  const near = [from - 2, from - 1, to, to + 1].map((token) => keyAt(source, token));
  const own = from < to ? [keyAt(source, from)] : [];
  const [far = "", before = "", after = "", next = ""] = near;
  return (
    !hasCriticalKey(source.lexicon, [before], EVERY_KIND) &&
    !hasCriticalKey(source.lexicon, [after], EVERY_KIND) &&
    !hasCriticalKey(source.lexicon, [far, before, ...own, after, next], ["comparator", "condition"])
  );
}

/** Not "a few" for "few", nor "the most" for "most". */
function isPlainArticle(source: PreparedText, token: number): boolean {
  const next = keyAt(source, token + 1);
  const isTelling = hasCriticalKey(source.lexicon, [next], ["quantifier", "condition"]);
  return !isTelling && !source.lexicon.articles.has(next) && !FEW.has(next);
}

/** `increase[d]` for "increase": the letters outside the brackets are the source's. */
function isAdaptation(source: string, quote: string): boolean {
  let same = 0;
  while (same < source.length && source[same] === quote[same]) same += 1;
  return same >= Math.min(3, source.length) && Math.abs(source.length - quote.length) <= 4;
}

/** Words that were written together or apart, as `well-known` across lines. */
function* joinSteps(
  source: PreparedText,
  items: readonly QuoteItem[],
  { token, item }: Place,
  end: Place,
): Generator<Step> {
  for (let tokens = 1; tokens <= Math.min(MAX_JOINED, end.token - token); tokens++) {
    for (let count = 1; count <= Math.min(MAX_JOINED, end.item - item); count++) {
      if (tokens === 1 && count === 1) continue;
      const words = items.slice(item, item + count);
      if (isJoined(source, { token, tokens }, words)) {
        yield { tokens, items: count, isFuzzy: true };
      }
    }
  }
}
