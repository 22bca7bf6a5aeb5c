import type { PreparedText } from "../prepare-text.ts";
import { OPTIONAL } from "../text/scan.ts";
import type { QuoteItem } from "./parse-quote.ts";

/** Tokens of the source from `from` up to, not including, `to`. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

const MAX_SKIPPED = 6;

/** Where the words stand in this order; list and footnote marks of the source may come between. */
export function findOccurrences(
  source: PreparedText,
  items: readonly QuoteItem[],
  limit: number,
): TokenRange[] {
  if (items.length === 0 || items.some(({ id }) => id < 0)) return [];
  const rarest = rarestItem(source, items);
  const id = items[rarest]?.id ?? -1;
  const found: TokenRange[] = [];
  for (let at = source.offsets[id] ?? 0; at < (source.offsets[id + 1] ?? 0); at++) {
    const range = matchAround(source, items, rarest, source.positions[at] ?? 0);
    if (range) found.push(range);
    if (found.length >= limit) break;
  }
  return found;
}

function rarestItem({ offsets }: PreparedText, items: readonly QuoteItem[]): number {
  let rarest = 0;
  let fewest = Number.POSITIVE_INFINITY;
  items.forEach(({ id }, index) => {
    const count = (offsets[id + 1] ?? 0) - (offsets[id] ?? 0);
    if (count < fewest) {
      fewest = count;
      rarest = index;
    }
  });
  return rarest;
}

/** The range in which all items match when the given one stands at this token. */
function matchAround(
  source: PreparedText,
  items: readonly QuoteItem[],
  anchor: number,
  token: number,
): TokenRange | null {
  const from = walk(source, items, anchor - 1, token - 1, -1);
  if (from === null) return null;
  const to = walk(source, items, anchor + 1, token + 1, 1);
  return to === null ? null : { from: from + 1, to };
}

/** Walks to the quote's end in one direction; the token after the last match, or null. */
function walk(
  { ids, flags, count }: PreparedText,
  items: readonly QuoteItem[],
  firstItem: number,
  firstToken: number,
  step: 1 | -1,
): number | null {
  let token = firstToken;
  let skipped = 0;
  let item = firstItem;
  while (item >= 0 && item < items.length) {
    if (token < 0 || token >= count) return null;
    if (ids[token] === items[item]?.id) {
      item += step;
      skipped = 0;
    } else if (((flags[token] ?? 0) & OPTIONAL) === 0 || ++skipped > MAX_SKIPPED) {
      return null;
    }
    token += step;
  }
  return token;
}
