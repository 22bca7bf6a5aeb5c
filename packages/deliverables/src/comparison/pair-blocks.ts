import { CELL_SEPARATOR, type TextBlock } from "./text-blocks.ts";
import { wordsIn } from "./words-in.ts";

export interface Pair<Block extends TextBlock = TextBlock> {
  readonly before: Block | null;
  readonly after: Block | null;
}

/** Blocks that share fewer words are two blocks rather than one that was changed. */
const MIN_SIMILARITY = 0.35;
/** Beyond this many comparisons, blocks are paired by their order. */
const MAX_COMPARISONS = 40_000;

/** Which block of a changed run became which, in order, so that their words can be compared. */
export function pairBlocks<Block extends TextBlock>(
  before: readonly Block[],
  after: readonly Block[],
): Pair<Block>[] {
  const left = before.map(wordSet);
  const right = after.map(wordSet);
  const matches =
    left.length * right.length > MAX_COMPARISONS
      ? matchByOrder(left, right)
      : matchBest(left, right);
  const pairs: Pair<Block>[] = [];
  let [from, to] = [0, 0];
  const passUntil = (untilBefore: number, untilAfter: number) => {
    for (; from < untilBefore; from += 1) pairs.push({ before: before[from] ?? null, after: null });
    for (; to < untilAfter; to += 1) pairs.push({ before: null, after: after[to] ?? null });
  };
  for (const [one, other] of matches) {
    passUntil(one, other);
    pairs.push({ before: before[one] ?? null, after: after[other] ?? null });
    [from, to] = [one + 1, other + 1];
  }
  passUntil(before.length, after.length);
  return pairs;
}

interface Words {
  readonly kind: TextBlock["kind"];
  readonly words: ReadonlySet<string>;
  /** The first cell of a row: whatever else changes, it is about the same thing. */
  readonly label: string | null;
}
type Match = readonly [number, number];

function wordSet({ kind, text }: TextBlock): Words {
  const words = new Set(wordsIn(text).filter((word) => /[\p{L}\p{N}]/u.test(word)));
  const label = kind === "row" ? (text.split(CELL_SEPARATOR)[0]?.trim() ?? "") : "";
  return { kind, words, label: label === "" ? null : label };
}

/** Between 0 and 1: the share of words that both have. */
function similarity(one: Words, other: Words): number {
  if (one.kind !== other.kind) return 0;
  const [fewer, more] =
    one.words.size < other.words.size ? [one.words, other.words] : [other.words, one.words];
  let common = 0;
  for (const word of fewer) if (more.has(word)) common += 1;
  const all = fewer.size + more.size;
  const share = all === 0 ? 1 : (2 * common) / all;
  if (one.label !== null && one.label === other.label) return Math.max(share, MIN_SIMILARITY);
  return share < MIN_SIMILARITY ? 0 : share;
}

function matchByOrder(left: readonly Words[], right: readonly Words[]): Match[] {
  return left.flatMap((words, index) => {
    const other = right[index];
    return other && similarity(words, other) > 0 ? [[index, index] as const] : [];
  });
}

/** The matches in order whose similarities sum up to the most. */
function matchBest(left: readonly Words[], right: readonly Words[]): Match[] {
  const width = right.length + 1;
  const scores = new Float64Array((left.length + 1) * width);
  const similarities = new Float64Array((left.length + 1) * width);
  const at = (one: number, other: number) => one * width + other;
  for (let one = left.length - 1; one >= 0; one -= 1) {
    for (let other = right.length - 1; other >= 0; other -= 1) {
      const alike = similarity(left[one] as Words, right[other] as Words);
      similarities[at(one, other)] = alike;
      scores[at(one, other)] = Math.max(
        scores[at(one + 1, other)] ?? 0,
        scores[at(one, other + 1)] ?? 0,
        alike > 0 ? alike + (scores[at(one + 1, other + 1)] ?? 0) : 0,
      );
    }
  }
  const matches: Match[] = [];
  let [one, other] = [0, 0];
  while (one < left.length && other < right.length) {
    const alike = similarities[at(one, other)] ?? 0;
    const score = scores[at(one, other)] ?? 0;
    if (alike > 0 && score === alike + (scores[at(one + 1, other + 1)] ?? 0)) {
      matches.push([one, other]);
      one += 1;
      other += 1;
    } else if (score === (scores[at(one + 1, other)] ?? 0)) one += 1;
    else other += 1;
  }
  return matches;
}
