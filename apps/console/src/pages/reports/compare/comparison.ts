import type { Replies } from "../../../api/api.ts";

export type Comparison = Replies["output"]["compare"];
export type ComparedBlock = Comparison["blocks"][number];
export type Span = Extract<ComparedBlock, { change: "changed" }>["before"][number];

/** A block as a row, or a run of unchanged blocks that is left out. */
export type Row =
  | { readonly kind: "block"; readonly index: number; readonly block: ComparedBlock }
  | { readonly kind: "gap"; readonly index: number; readonly blocks: number };

/** Unchanged blocks that are shown before and after each change when only changes are. */
const CONTEXT = 1;

/** The rows of a comparison; with `onlyChanges` unchanged blocks far from any change become gaps, except the opened ones. */
export function rowsOf(
  blocks: readonly ComparedBlock[],
  { onlyChanges, opened }: { readonly onlyChanges: boolean; readonly opened: ReadonlySet<number> },
): Row[] {
  const rows: Row[] = [];
  const isShown = onlyChanges ? nearChanges(blocks) : () => true;
  for (let index = 0; index < blocks.length; ) {
    const end = isShown(index) ? index : endOfGap(index, blocks.length, isShown);
    if (end === index || opened.has(index)) {
      for (const last = Math.max(end, index + 1); index < last; index += 1) {
        rows.push({ kind: "block", index, block: blocks[index] as ComparedBlock });
      }
    } else {
      rows.push({ kind: "gap", index, blocks: end - index });
      index = end;
    }
  }
  return rows;
}

/** The block of the next or previous change; the nearest one when there is none further on. */
export function nextChange(
  changes: readonly number[],
  current: number | null,
  distance: 1 | -1,
): number | undefined {
  if (current === null) return distance > 0 ? changes[0] : changes.at(-1);
  const further =
    distance > 0
      ? changes.find((index) => index > current)
      : changes.findLast((index) => index < current);
  return further ?? current;
}

/** Indexes of the blocks that differ. */
export function changesIn(blocks: readonly ComparedBlock[]): number[] {
  return blocks.flatMap(({ change }, index) => (change === "none" ? [] : [index]));
}

function nearChanges(blocks: readonly ComparedBlock[]): (index: number) => boolean {
  const near = new Set(
    changesIn(blocks).flatMap((index) =>
      Array.from({ length: 2 * CONTEXT + 1 }, (_, offset) => index - CONTEXT + offset),
    ),
  );
  return (index) => near.has(index);
}

function endOfGap(start: number, length: number, isShown: (index: number) => boolean): number {
  let end = start;
  while (end < length && !isShown(end)) end += 1;
  return end;
}
