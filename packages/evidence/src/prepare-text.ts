import { detectLanguage, lexiconOf } from "./lexicon/detect-language.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import { canonicalize } from "./text/canonicalize.ts";
import { scan } from "./text/scan.ts";
import { unmark } from "./text/unmark.ts";

/** Longer texts are read up to here; what is not found in them stays unchecked. */
export const MAX_TEXT_CHARACTERS = 2_000_000;

/** A text as words and figures, each with its place in the original. Made once, asked often. */
export interface PreparedText {
  readonly original: string;
  readonly isCut: boolean;
  readonly lexicon: Lexicon;
  readonly count: number;
  /** Per token: which key it has, where it stands in the original, what is known about it. */
  readonly ids: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly flags: Uint8Array;
  readonly keys: readonly string[];
  readonly idOf: ReadonlyMap<string, number>;
  /** Positions of each key: those of key `id` are `positions[offsets[id]]` up to `offsets[id + 1]`. */
  readonly positions: Int32Array;
  readonly offsets: Int32Array;
}

export function prepareText(
  text: string,
  { language }: { readonly language?: string | null } = {},
): PreparedText {
  const original = text.slice(0, MAX_TEXT_CHARACTERS);
  const lexicon = lexiconOf(language ?? detectLanguage(original));
  const unmarked = unmark(original);
  const tokens = canonicalize(scan(unmarked.text), unmarked.text, lexicon);
  const { ids, keys, idOf } = intern(tokens.keys);
  return {
    original,
    isCut: text.length > original.length,
    lexicon,
    count: ids.length,
    ids,
    starts: Int32Array.from(tokens.starts, (offset) => unmarked.originalStart(offset)),
    ends: Int32Array.from(tokens.ends, (offset) => unmarked.originalEnd(offset)),
    flags: Uint8Array.from(tokens.flags),
    keys,
    idOf,
    ...indexPositions(ids, keys.length),
  };
}

/** The key of a token, such as `agency` or `#12000`. */
export function keyAt({ keys, ids }: PreparedText, token: number): string {
  return keys[ids[token] ?? -1] ?? "";
}

/** The text as it is compared: equal for texts that say the same in another notation. */
export function normalizedText(prepared: PreparedText): string {
  return Array.from(prepared.ids, (id) => prepared.keys[id] ?? "").join(" ");
}

function intern(list: readonly string[]) {
  const idOf = new Map<string, number>();
  const keys: string[] = [];
  const ids = Int32Array.from(list, (key) => {
    const known = idOf.get(key);
    if (known !== undefined) return known;
    idOf.set(key, keys.length);
    return keys.push(key) - 1;
  });
  return { ids, keys, idOf };
}

function indexPositions(ids: Int32Array, keyCount: number) {
  const offsets = new Int32Array(keyCount + 1);
  for (const id of ids) offsets[id + 1] = (offsets[id + 1] ?? 0) + 1;
  for (let id = 0; id < keyCount; id++) {
    offsets[id + 1] = (offsets[id + 1] ?? 0) + (offsets[id] ?? 0);
  }
  const next = offsets.slice();
  const positions = new Int32Array(ids.length);
  ids.forEach((id, token) => {
    const slot = next[id] ?? 0;
    positions[slot] = token;
    next[id] = slot + 1;
  });
  return { positions, offsets };
}
