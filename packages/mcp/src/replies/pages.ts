import { invalidField } from "@trovella/foundation";
import { z } from "zod";
import { fitText, jsonBytes, showInvisible } from "../text/show-invisible.ts";

/** One item of a long reply: a short head, and a stored text that may be long. */
export interface Entry {
  /** Unique in the reply; a cursor names it. */
  readonly id: string;
  readonly kind: "step" | "artifact" | "claim" | "review" | "item";
  readonly head: Readonly<Record<string, unknown>>;
  /** How long the stored text is, in characters; 0 when there is none. */
  readonly characters: number;
}

export interface Position {
  readonly id: string;
  /** Characters of the entry's text that earlier pages contained. */
  readonly from: number;
}

export const positionShape = z.strictObject({
  id: z.string().regex(/^[a-z]+_[0-9a-zA-Z]+$/),
  from: z.int().min(0),
});

export interface Page {
  readonly items: readonly { readonly kind: Entry["kind"]; readonly item: object }[];
  /** Null on the last page. */
  readonly next: Position | null;
  readonly left: readonly Entry[];
}

/** If less than this fits, the text is left to the next page. */
const MIN_SLICE = 500;
/** A page shows at least this much, so that every page makes progress. */
const MIN_PROGRESS = 50;
/** The JSON of an item beyond its head and text: names, brackets, commas. */
const ITEM_OVERHEAD = 100;

export function entriesFrom(
  entries: readonly Entry[],
  position: Position | null,
): readonly Entry[] {
  if (!position) return entries;
  const start = entries.findIndex(({ id }) => id === position.id);
  if (start < 0 || position.from > (entries[start]?.characters ?? 0)) {
    throw invalidField(
      "cursor",
      "names something that is no longer there. Next: call again without cursor to start from the beginning.",
    );
  }
  return entries.slice(start);
}

/** The texts needed to fill a page of this size, and not much more. */
export function rangesToRead(
  entries: readonly Entry[],
  { from, budget }: { readonly from: number; readonly budget: number },
): { readonly entry: Entry; readonly from: number; readonly count: number }[] {
  const ranges = [];
  let left = budget;
  let start = from;
  for (const entry of entries) {
    if (left <= 0) break;
    const count = Math.min(entry.characters - start, left);
    if (count > 0) ranges.push({ entry, from: start, count });
    left -= count + jsonBytes(entry.head);
    start = 0;
  }
  return ranges;
}

/** Fills a page with as many entries as its budget of bytes allows; the last may be cut. */
export function fillPage(
  entries: readonly Entry[],
  texts: ReadonlyMap<string, string>,
  { from, budget }: { readonly from: number; readonly budget: number },
): Page {
  const items: Page["items"][number][] = [];
  let left = budget;
  for (const [index, entry] of entries.entries()) {
    const start = index === 0 ? from : 0;
    const room = left - jsonBytes(entry.head) - ITEM_OVERHEAD;
    const isFirst = items.length === 0;
    const text = texts.get(entry.id) ?? "";
    const whole = start === 0 && countCharacters(text) === entry.characters;
    const item = whole ? wholeItem(entry, text) : null;
    const cost = item ? jsonBytes(item) + ITEM_OVERHEAD : Number.POSITIVE_INFINITY;
    if (item && cost <= left) {
      items.push({ kind: entry.kind, item });
      left -= cost;
      continue;
    }
    if (room < MIN_SLICE && !isFirst) {
      return { items, next: { id: entry.id, from: 0 }, left: entries.slice(index) };
    }
    const slice = fitText(text, Math.max(room, MIN_PROGRESS));
    const end = start + slice.count;
    items.push({ kind: entry.kind, item: partOf(entry, { text: slice.text, start, end }) });
    if (end < entry.characters) {
      return { items, next: { id: entry.id, from: end }, left: entries.slice(index) };
    }
    left = room - slice.cost;
  }
  return { items, next: null, left: [] };
}

function wholeItem({ kind, head, characters }: Entry, text: string): object {
  if (characters === 0) return head;
  const item = kind === "step" ? { ...head, result: JSON.parse(text) } : { ...head, text };
  // Now rather than at the end, since it makes the item longer.
  return showInvisible(item, text);
}

function partOf(
  { kind, head, characters }: Entry,
  { text, start, end }: { readonly text: string; readonly start: number; readonly end: number },
): object {
  const part = { text, from: start, to: end, of: characters };
  return kind === "step" ? { ...head, resultPart: part } : { ...head, textPart: part };
}

/** Counts characters as PostgreSQL does, without surrogate pairs. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
