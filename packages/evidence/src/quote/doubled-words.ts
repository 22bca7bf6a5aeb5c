import type { Lexicon } from "../lexicon/lexicon.ts";
import { NUMBER } from "../text/scan.ts";
import { hasCriticalKey } from "./critical-words.ts";
import type { QuoteItem } from "./parse-quote.ts";

/** "He had had" is another tense than "he had". */
const TENSES = new Set(["had"]);

/** Whether a word that stands twice in a row says no more than once: "the the", not "not not". */
export function isHarmlessTwice(lexicon: Lexicon, key: string): boolean {
  if (!lexicon.smallWords.has(key) || TENSES.has(key)) return false;
  return !hasCriticalKey(lexicon, [key], ["negation"]);
}

/** The items without small words that were typed twice; the same list when there are none. */
export function withoutDoubles(
  lexicon: Lexicon,
  items: readonly QuoteItem[],
): readonly QuoteItem[] {
  const kept = items.filter((item, index) => {
    const isDoubled = index > 0 && item.bracketed === null && items[index - 1]?.key === item.key;
    return !isDoubled || (item.flags & NUMBER) > 0 || !isHarmlessTwice(lexicon, item.key);
  });
  return kept.length === items.length ? items : kept;
}
