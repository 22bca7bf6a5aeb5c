import { keyAt, type PreparedText } from "../prepare-text.ts";
import { CAPITAL, NUMBER } from "../text/scan.ts";
import { hasCriticalKey } from "./critical-words.ts";
import type { TokenRange } from "./find-occurrences.ts";
import type { QuoteItem } from "./parse-quote.ts";
import { gapBefore, sentenceEnd, sentenceStart, startsSentence, textOf } from "./sentences.ts";

const MAX_REPLACED = 6;
/** How far a title stands from its name. */
const APPOSITION = 5;

/** Whether brackets only clarify: in place of a pronoun or noun phrase, or after one. */
export function isClarification(
  source: PreparedText,
  range: TokenRange,
  bracketed: readonly QuoteItem[],
): boolean {
  if (isSame(source, range, bracketed)) return true;
  const keys = bracketed.map(({ key }) => key);
  const { lexicon } = source;
  const added = ["negation", "hedge", "condition", "quantifier", "comparator"] as const;
  if (hasCriticalKey(lexicon, keys, added)) return false;
  // A figure that the source has nowhere is news, not a clarification.
  if (bracketed.some(({ flags, id }) => (flags & NUMBER) > 0 && id < 0)) return false;
  return range.to === range.from || isReplaceable(source, range, bracketed);
}

function isSame(
  source: PreparedText,
  { from, to }: TokenRange,
  bracketed: readonly QuoteItem[],
): boolean {
  return (
    to - from === bracketed.length &&
    bracketed.every(({ id }, index) => id >= 0 && source.ids[from + index] === id)
  );
}

function isReplaceable(
  source: PreparedText,
  { from, to }: TokenRange,
  bracketed: readonly QuoteItem[],
): boolean {
  const { lexicon, flags } = source;
  if (to - from > MAX_REPLACED) return false;
  const tokens = Array.from({ length: to - from }, (_, index) => from + index);
  if (tokens.slice(1).some((token) => startsSentence(source, token))) return false;
  const keys = tokens.map((token) => keyAt(source, token));
  if (
    hasCriticalKey(lexicon, keys, ["negation", "hedge", "condition", "direction", "comparator"])
  ) {
    return false;
  }
  if (tokens.some((token) => ((flags[token] ?? 0) & NUMBER) > 0)) return false;
  // "WHO" and "US" are names, whatever "who" and "us" are.
  const isAcronym = /^\p{Lu}{2,}$/u.test(textOf(source, { from, to }));
  const isSmall = (key: string) => lexicon.pronouns.has(key) || lexicon.articles.has(key);
  if (!isAcronym && keys.every(isSmall)) return true;
  if (!lexicon.isComplete) return false;
  // "[The agency]" for "The European Medicines Agency" brings in nothing new.
  if (isPartOf(source, keys, bracketed) || isAbbreviation(source, keys, bracketed)) return true;
  if (isApposition(source, tokens, bracketed)) return true;
  const hasName = tokens.some((token) => isName(source, token));
  const startsDefinite = lexicon.articles.has(keys[0] ?? "") || lexicon.pronouns.has(keys[0] ?? "");
  // A noun may be replaced by one that the source uses itself, so that nobody new comes in.
  return !hasName && startsDefinite && isKnown(source, bracketed);
}

/** "[The chairman]" for "Olsen" where the source says "the chairman, Karl Olsen". */
function isApposition(
  source: PreparedText,
  tokens: readonly number[],
  bracketed: readonly QuoteItem[],
): boolean {
  const { lexicon, ids, offsets, positions } = source;
  const isSmall = (key: string) => lexicon.articles.has(key) || lexicon.prepositions.has(key);
  const content = bracketed.filter(({ key }) => !isSmall(key));
  const last = tokens.at(-1) ?? -1;
  const name = ids[last] ?? -1;
  if (content.length === 0 || ((source.flags[last] ?? 0) & CAPITAL) === 0) return false;
  return positions.subarray(offsets[name], offsets[name + 1]).some((place) => {
    if (place === last) return false;
    const near = nearby(source, place, new Set(content.map(({ id }) => id)));
    return content.every(({ id }) => near.includes(id));
  });
}

/** The words right before a name, and those between commas after it. */
function nearby(source: PreparedText, place: number, wanted: ReadonlySet<number>): number[] {
  const from = Math.max(sentenceStart(source, place), place - APPOSITION);
  const found: number[] = [];
  for (let token = place - 1; token >= from; token--) {
    // A verb, or another's title, parts the name from what comes before.
    const isPassed =
      wanted.has(source.ids[token] ?? -1) ||
      ((source.flags[token] ?? 0) & CAPITAL) > 0 ||
      source.lexicon.articles.has(keyAt(source, token));
    if (!isPassed) break;
    found.push(source.ids[token] ?? -1);
  }
  const to = Math.min(sentenceEnd(source, place), place + APPOSITION);
  if (!/^\s*[,(–—]/u.test(gapBefore(source, place + 1))) return found;
  for (let token = place + 1; token < to; token++) {
    if (token > place + 1 && /[,)–—]/u.test(gapBefore(source, token))) break;
    found.push(source.ids[token] ?? -1);
  }
  return found;
}

function isName(source: PreparedText, token: number): boolean {
  const isCapital = ((source.flags[token] ?? 0) & CAPITAL) > 0;
  return isCapital && source.lexicon.language !== "de" && !startsSentence(source, token);
}

/** "[The ECB]" for "the European Central Bank". */
function isAbbreviation(
  { lexicon }: PreparedText,
  keys: readonly string[],
  bracketed: readonly QuoteItem[],
): boolean {
  const isSmall = (key: string) => lexicon.articles.has(key) || lexicon.prepositions.has(key);
  const [abbreviation, ...others] = bracketed.filter(({ key }) => !isSmall(key));
  const initials = keys.filter((key) => !isSmall(key)).map((key) => key.charAt(0));
  return others.length === 0 && initials.length > 1 && abbreviation?.key === initials.join("");
}

function isPartOf(
  { lexicon }: PreparedText,
  keys: readonly string[],
  bracketed: readonly QuoteItem[],
): boolean {
  const content = bracketed.filter(({ key }) => !lexicon.articles.has(key));
  return content.length > 0 && content.every(({ key }) => keys.includes(key));
}

function isKnown({ lexicon }: PreparedText, bracketed: readonly QuoteItem[]): boolean {
  const content = bracketed.filter(
    ({ key }) => !lexicon.articles.has(key) && !lexicon.pronouns.has(key),
  );
  const known = content.filter(({ id }) => id >= 0);
  return content.length > 0 && known.length * 2 >= content.length;
}
