import { diffArrays } from "diff";

/** A run of items that both have, or that one has where the other has others. */
export interface Run<Item> {
  readonly isSame: boolean;
  readonly before: readonly Item[];
  readonly after: readonly Item[];
}

/**
 * The runs of two sequences whose keys are compared. Sequences that differ in more than `maxEdits` items come as one run
 * between what they have in common at both ends, since the time of a diff grows with its size.
 */
export function diffSequences<Item>(
  before: readonly Item[],
  after: readonly Item[],
  { keyOf, maxEdits }: { readonly keyOf: (item: Item) => string; readonly maxEdits: number },
): Run<Item>[] {
  const [left, right] = [before.map(keyOf), after.map(keyOf)];
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < shorter - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;

  const changes = diffArrays(
    left.slice(start, left.length - end),
    right.slice(start, right.length - end),
    { maxEditLength: maxEdits },
  ) ?? [
    { removed: true, added: false, count: left.length - end - start },
    { removed: false, added: true, count: right.length - end - start },
  ];
  const steps = [
    { removed: false, added: false, count: start },
    ...changes,
    { removed: false, added: false, count: end },
  ];
  return runsOf(before, after, steps);
}

interface Step {
  readonly removed: boolean;
  readonly added: boolean;
  readonly count: number;
}

function runsOf<Item>(
  before: readonly Item[],
  after: readonly Item[],
  steps: readonly Step[],
): Run<Item>[] {
  const runs: { isSame: boolean; before: Item[]; after: Item[] }[] = [];
  let [left, right] = [0, 0];
  for (const { removed, added, count } of steps) {
    if (count === 0) continue;
    const isSame = !removed && !added;
    let run = runs.at(-1);
    if (run?.isSame !== isSame) {
      run = { isSame, before: [], after: [] };
      runs.push(run);
    }
    if (!added) {
      for (let index = 0; index < count; index += 1) run.before.push(before[left + index] as Item);
      left += count;
    }
    if (!removed) {
      for (let index = 0; index < count; index += 1) run.after.push(after[right + index] as Item);
      right += count;
    }
  }
  return runs;
}
