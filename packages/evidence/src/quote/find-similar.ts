import type { PreparedText } from "../prepare-text.ts";
import type { TokenRange } from "./find-occurrences.ts";
import type { QuoteItem } from "./parse-quote.ts";

/** Tokens per bucket of start places. */
const BUCKET = 16;
/** A word this frequent says little about the place. */
const MAX_POSITIONS = 4_000;
const MAX_VOTES = 1_500_000;
const MARGIN = 48;

/** The stretches of the source that share most rare words with the quote, at the same distances. */
export function findSimilar(
  source: PreparedText,
  items: readonly QuoteItem[],
  limit: number,
): TokenRange[] {
  const votes = countVotes(source, items);
  const best: { bucket: number; score: number }[] = [];
  for (let bucket = 0; bucket < votes.length - 1; bucket++) {
    const score = (votes[bucket] ?? 0) + (votes[bucket + 1] ?? 0);
    const worst = best.at(-1);
    if (score <= 0 || (best.length >= limit && score <= (worst?.score ?? 0))) continue;
    insert(best, { bucket, score }, limit);
  }
  return best.map(({ bucket }) => {
    const start = bucket * BUCKET - items.length;
    return {
      from: Math.max(0, start - MARGIN),
      to: Math.min(source.count, start + 2 * BUCKET + items.length + MARGIN),
    };
  });
}

/** Keeps the best, and of overlapping neighbours the better one. */
function insert(
  best: { bucket: number; score: number }[],
  entry: { bucket: number; score: number },
  limit: number,
): void {
  const near = best.findIndex(({ bucket }) => Math.abs(bucket - entry.bucket) <= 2);
  if (near >= 0) {
    if ((best[near]?.score ?? 0) >= entry.score) return;
    best.splice(near, 1);
  }
  best.push(entry);
  best.sort((one, other) => other.score - one.score);
  best.length = Math.min(best.length, limit);
}

function countVotes(source: PreparedText, items: readonly QuoteItem[]): Float32Array {
  const { offsets, positions, count } = source;
  const votes = new Float32Array(Math.ceil((count + items.length) / BUCKET) + 2);
  let cast = 0;
  items.forEach(({ id }, index) => {
    if (id < 0) return;
    const from = offsets[id] ?? 0;
    const to = offsets[id + 1] ?? 0;
    if (to - from > MAX_POSITIONS && items.length > 4) return;
    const weight = 1 / (1 + Math.log2(1 + to - from));
    for (let at = from; at < to && cast < MAX_VOTES; at++, cast++) {
      const bucket = Math.floor(((positions[at] ?? 0) - index + items.length) / BUCKET);
      votes[bucket] = (votes[bucket] ?? 0) + weight;
    }
  });
  return votes;
}
