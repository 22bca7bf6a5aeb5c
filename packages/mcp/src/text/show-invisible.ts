// Characters that are invisible to people but not to models: they can hide instructions in stored
// text or reverse its order.
const SUSPECT = /[\p{Default_Ignorable_Code_Point}\u007f-\u009f\u2028\u2029\u2800\ufff9-\ufffb]/u;
const EACH_SUSPECT = new RegExp(SUSPECT, "gu");

/** Letters of scripts in which a joiner changes what a word looks like. */
const JOINED = String.raw`[[\p{L}\p{M}]--[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{DI}]]`;
const EMOJI = String.raw`\p{Extended_Pictographic}`;
/** A single joiner inside a word or an emoji, and the selector that makes a symbol an emoji. */
const NEEDED = new RegExp(
  [
    String.raw`(?<=${JOINED})[\u200c\u200d](?=${JOINED})`,
    String.raw`(?<=${EMOJI}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=${EMOJI})`,
    String.raw`(?<=${EMOJI})\ufe0f`,
    String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  ].join("|"),
  "vy",
);

/** The value with every invisible character written out, such as `\u{202e}`; most have none. */
export function showInvisible<T>(value: T, json: string): T {
  // The simple test first: this runs on every reply.
  const isChanged = SUSPECT.test(json) && revealText(json) !== json;
  return isChanged ? (reveal(value) as T) : value;
}

/** The size of a value as JSON, in bytes of UTF-8: clients that cut replies count them. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** The beginning of the text that fits into the room as JSON, with invisible characters written out. */
export function fitText(
  text: string,
  room: number,
  sizeOf: Measure = Buffer.byteLength,
): { readonly text: string; readonly count: number; readonly cost: number } {
  let cost = 0;
  let units = 0;
  let count = 0;
  for (const character of text) {
    const next = cost + costOf(character, sizeOf);
    if (next > room) break;
    cost = next;
    units += character.length;
    count += 1;
  }
  return { text: text.slice(0, units), count, cost };
}

/** The beginning of a text that fits into the room of characters, with an ellipsis if it was cut. */
export function excerptToFit(text: string, room: number): string {
  return excerpt(text, room, countUnits);
}

/** The same with the room in bytes, for replies whose size is given. */
export function excerptToBytes(text: string, room: number): string {
  return excerpt(text, room, Buffer.byteLength);
}

type Measure = (json: string) => number;

const ELLIPSIS = "…";
const MAX_COST = 10;

function excerpt(text: string, room: number, sizeOf: Measure): string {
  // A shortcut for most texts.
  if (text.length * MAX_COST <= room) return text;
  const fitting = fitText(text, room, sizeOf);
  if (fitting.text.length === text.length) return text;
  return `${fitText(text, room - sizeOf(ELLIPSIS), sizeOf).text}${ELLIPSIS}`;
}

function countUnits(json: string): number {
  return json.length;
}

/** An upper bound: whether a joiner is needed depends on its neighbours. */
function costOf(character: string, sizeOf: Measure): number {
  const shown = SUSPECT.test(character) ? written(character) : character;
  return sizeOf(JSON.stringify(shown)) - 2;
}

function reveal(value: unknown): unknown {
  if (typeof value === "string") return revealText(value);
  if (Array.isArray(value)) return value.map(reveal);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [reveal(key) as string, reveal(entry)]),
  );
}

function revealText(text: string): string {
  return text.replace(EACH_SUSPECT, (character, index: number) => {
    NEEDED.lastIndex = index;
    return NEEDED.test(text) ? character : written(character);
  });
}

function written(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
