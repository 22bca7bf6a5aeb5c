import { keyAt, type PreparedText } from "../prepare-text.ts";
import { CAPITAL, NUMBER } from "../text/scan.ts";
import { hasCriticalKey } from "./critical-words.ts";
import type { TokenRange } from "./find-occurrences.ts";
import type { QuoteItem } from "./parse-quote.ts";
import { startsSentence, textOf } from "./sentences.ts";

const MAX_REPLACED = 6;

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
  const hasName = tokens.some((token) => isName(source, token));
  const startsDefinite = lexicon.articles.has(keys[0] ?? "") || lexicon.pronouns.has(keys[0] ?? "");
  // A noun may be replaced by one that the source uses itself, so that nobody new comes in.
  return !hasName && startsDefinite && isKnown(source, bracketed);
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
