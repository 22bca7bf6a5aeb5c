import type { PreparedText } from "../prepare-text.ts";
import { OPTIONAL } from "../text/scan.ts";
import type { TokenRange } from "./find-occurrences.ts";
import { type Difference, mergeGaps } from "./merge-gaps.ts";
import type { QuoteItem } from "./parse-quote.ts";

export interface Alignment extends TokenRange {
  readonly differences: readonly Difference[];
  /** Items that stand in the source as they are. */
  readonly matched: number;
}

const REPLACE = 20;
const ADD = 20;
/** Cheap, since page furniture puts many tokens in between. */
const LEAVE_OUT = 2;
const LEAVE_OUT_OPTIONAL = 1;
const BRACKETS = 6;

const DIAGONAL = 1;
const UP = 2;
const LEFT = 3;
/** Cells of the table; beyond it the quote is not aligned. */
const MAX_CELLS = 12_000_000;

/** The cheapest way to read the items out of a stretch of the source, whose ends are free. */
export function align(
  source: PreparedText,
  items: readonly QuoteItem[],
  { from, to }: TokenRange,
): Alignment | null {
  const width = to - from + 1;
  if (width < 2 || (items.length + 1) * width > MAX_CELLS) return null;
  const trace = new Uint8Array((items.length + 1) * width);
  let costs = new Int32Array(width);
  let next = new Int32Array(width);
  items.forEach((item, index) => {
    fillRow(source, item, { from, width, costs, next, trace, row: index + 1 });
    [costs, next] = [next, costs];
  });
  let end = 0;
  for (let column = 1; column < width; column++) {
    if ((costs[column] ?? 0) <= (costs[end] ?? 0)) end = column;
  }
  return walkBack(source, items, { from, width, trace, end });
}

interface Row {
  readonly from: number;
  readonly width: number;
  readonly costs: Int32Array;
  readonly next: Int32Array;
  readonly trace: Uint8Array;
  readonly row: number;
}

function fillRow(
  { ids, flags }: PreparedText,
  item: QuoteItem,
  { from, width, costs, next, trace, row }: Row,
): void {
  const isBrackets = item.bracketed !== null;
  const replace = isBrackets ? BRACKETS : REPLACE;
  const add = isBrackets ? BRACKETS : ADD;
  next[0] = (costs[0] ?? 0) + add;
  trace[row * width] = UP;
  for (let column = 1; column < width; column++) {
    const token = from + column - 1;
    const isSame = !isBrackets && ids[token] === item.id;
    const diagonal = (costs[column - 1] ?? 0) + (isSame ? 0 : replace);
    const up = (costs[column] ?? 0) + add;
    const isOptional = ((flags[token] ?? 0) & OPTIONAL) > 0;
    const left = (next[column - 1] ?? 0) + (isOptional ? LEAVE_OUT_OPTIONAL : LEAVE_OUT);
    const best = Math.min(diagonal, up, left);
    next[column] = best;
    trace[row * width + column] = best === diagonal ? DIAGONAL : best === left ? LEFT : UP;
  }
}

/** Reads the differences off the table, from the end to the start. */
function walkBack(
  source: PreparedText,
  items: readonly QuoteItem[],
  table: { from: number; width: number; trace: Uint8Array; end: number },
): Alignment {
  const { ids } = source;
  const { from, width, trace, end } = table;
  const differences: Difference[] = [];
  let row = items.length;
  let column = end;
  let matched = 0;
  let open: { row: number; column: number } | null = null;
  const close = () => {
    if (!open) return;
    differences.push({
      source: { from: from + column, to: from + open.column },
      items: { from: row, to: open.row },
    });
    open = null;
  };
  while (row > 0) {
    const step = trace[row * width + column];
    const item = items[row - 1];
    const isMatch =
      step === DIAGONAL && item?.bracketed === null && ids[from + column - 1] === item.id;
    if (isMatch) {
      close();
      matched += 1;
    } else {
      open ??= { row, column };
    }
    if (step !== LEFT) row -= 1;
    if (step !== UP) column -= 1;
  }
  close();
  return {
    from: from + column,
    to: from + end,
    differences: mergeGaps(source, differences.reverse()),
    matched,
  };
}
