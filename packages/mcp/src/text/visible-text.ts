// Characters that are invisible to people but not to models: they can hide instructions in stored
// text or reverse its order. Joiners stay, since scripts and emoji need them.
const INVISIBLE =
  /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
const EACH_INVISIBLE = new RegExp(INVISIBLE, "gu");

/** The value with every invisible character written out, such as `\u{202e}`; most have none. */
export function showInvisible<T>(value: T, json: string): T {
  return INVISIBLE.test(json) ? (reveal(value) as T) : value;
}

/** The beginning of the text that fits into the room as JSON, with invisible characters written out. */
export function fitText(
  text: string,
  room: number,
): { readonly text: string; readonly count: number; readonly cost: number } {
  let cost = 0;
  let units = 0;
  let count = 0;
  for (const character of text) {
    const next = cost + costOf(character);
    if (next > room) break;
    cost = next;
    units += character.length;
    count += 1;
  }
  return { text: text.slice(0, units), count, cost };
}

/** The beginning of a text that fits into the room, with an ellipsis if it was cut. */
export function excerptToFit(text: string, room: number): string {
  // A shortcut for most texts.
  if (text.length * MAX_COST <= room) return text;
  const fitting = fitText(text, room);
  return fitting.text.length === text.length ? text : `${fitText(text, room - 1).text}…`;
}

const MAX_COST = 10;

function costOf(character: string): number {
  const shown = INVISIBLE.test(character) ? written(character) : character;
  return JSON.stringify(shown).length - 2;
}

function reveal(value: unknown): unknown {
  if (typeof value === "string") return value.replace(EACH_INVISIBLE, written);
  if (Array.isArray(value)) return value.map(reveal);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [reveal(key) as string, reveal(entry)]),
  );
}

function written(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
