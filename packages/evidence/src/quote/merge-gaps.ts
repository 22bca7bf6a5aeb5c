import type { PreparedText } from "../prepare-text.ts";
import type { TokenRange } from "./find-occurrences.ts";

/** Where source and quote differ: these tokens stand in place of those items. */
export interface Difference {
  readonly source: TokenRange;
  readonly items: { readonly from: number; readonly to: number };
}

/**
 * Joins two stretches that the quote lacks when the words between them also stand at the far end of one: the
 * heading in "of the [Report of the] Committee" is one stretch, whichever "of the" was matched.
 */
export function mergeGaps(source: PreparedText, differences: readonly Difference[]): Difference[] {
  const merged: Difference[] = [];
  for (const difference of differences) {
    const before = merged.at(-1);
    const joined = before ? join(source, before, difference) : null;
    if (joined) merged[merged.length - 1] = joined;
    else merged.push(difference);
  }
  return merged;
}

function join(source: PreparedText, one: Difference, other: Difference): Difference | null {
  if (!isGap(one) || !isGap(other)) return null;
  const length = other.source.from - one.source.to;
  const between = { from: one.source.to, to: other.source.from };
  const last = { from: other.source.to - length, to: other.source.to };
  if (last.from >= other.source.from && isSame(source, between, last)) {
    return { source: { from: one.source.from, to: last.from }, items: one.items };
  }
  const first = { from: one.source.from, to: one.source.from + length };
  if (first.to <= one.source.to && isSame(source, between, first)) {
    return { source: { from: first.to, to: other.source.to }, items: other.items };
  }
  return null;
}

function isGap({ items }: Difference): boolean {
  return items.from === items.to;
}

function isSame({ ids }: PreparedText, one: TokenRange, other: TokenRange): boolean {
  for (let offset = 0; offset < one.to - one.from; offset++) {
    if (ids[one.from + offset] !== ids[other.from + offset]) return false;
  }
  return true;
}
