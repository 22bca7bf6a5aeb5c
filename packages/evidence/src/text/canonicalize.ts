import type { Lexicon } from "../lexicon/lexicon.ts";
import { scaleNumber } from "./numbers.ts";
import { ATTACHED, CAPITAL, NUMBER, OPTIONAL, type Scanned } from "./scan.ts";

const CURRENCIES = new Set(["$", "€", "£", "¥", "₹", "₽"]);
const MINUS_WORDS = new Set(["minus", "moins", "menos", "минус", "ناقص"]);
/** Letters that mean a scale only where money is meant. */
const MONEY_SCALES: ReadonlyMap<string, number> = new Map([
  ["k", 1e3],
  ["m", 1e6],
  ["b", 1e9],
  ["md", 1e9],
  ["mds", 1e9],
  ["tn", 1e12],
]);
const PARTITIVES = new Set(["de", "d"]);
/** Between two figures they are a dash: "5 to 10" and "5–10". */
const RANGE_WORDS = new Set(["to", "bis", "à", "a", "al", "até", "hasta", "до", "الى", "か", "ら"]);
const NEAR = 3;

/**
 * One key for each way of writing the same thing: `12 million` and 12,000,000, `€5` and `5 euros`, `per cent`
 * and %. The offsets keep pointing at what was written.
 */
export function canonicalize(scanned: Scanned, text: string, lexicon: Lexicon): Scanned {
  const phrased = replacePhrases(scanned, lexicon);
  const result: Scanned = { keys: [], starts: [], ends: [], flags: [] };
  let at = 0;
  while (at < phrased.keys.length) {
    const figure = readFigure(phrased, at, text, lexicon);
    if (!figure) {
      if (!isRangeWord(phrased, at)) copy(phrased, at, result);
      at += 1;
      continue;
    }
    add(result, `#${figure.value}`, figure.start, figure.end, figure.flags);
    if (figure.currency !== null) {
      const { key, start, end } = figure.currency;
      add(result, key, start, end, 0);
    }
    at = figure.next;
  }
  return result;
}

function isRangeWord(list: Scanned, at: number): boolean {
  if (!RANGE_WORDS.has(list.keys[at] ?? "") || !isNear(list, at)) return false;
  const isFigure = (token: number) => ((list.flags[token] ?? 0) & NUMBER) > 0;
  return at > 0 && isNear(list, at - 1) && isFigure(at - 1) && isFigure(at + 1);
}

interface Figure {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly flags: number;
  readonly next: number;
  readonly currency: { readonly key: string; readonly start: number; readonly end: number } | null;
}

/** A figure with the sign, currency and scale around it. */
function readFigure(list: Scanned, from: number, text: string, lexicon: Lexicon): Figure | null {
  const { keys, starts, ends, flags } = list;
  const isSigned = MINUS_WORDS.has(keys[from] ?? "") && isNear(list, from);
  let at = isSigned ? from + 1 : from;
  const symbol = CURRENCIES.has(keys[at] ?? "") && isNear(list, at) ? at : -1;
  if (symbol >= 0) at += 1;
  const first = readValue(list, at, lexicon);
  if (first === null || (symbol >= 0 && isSeparated(text, ends[symbol] ?? 0, starts[at] ?? 0))) {
    return null;
  }
  const { value, next } = readScales(list, at, first, lexicon, symbol >= 0);
  const isNegative = isSigned || (symbol >= 0 && hasMinusBefore(text, starts[symbol] ?? 0));
  return {
    value: isNegative && !value.startsWith("-") ? `-${value}` : value,
    start: starts[isSigned ? from : at] ?? 0,
    end: ends[next - 1] ?? 0,
    flags: NUMBER | ((flags[at] ?? 0) & (next === at + 1 ? OPTIONAL | ATTACHED | CAPITAL : 0)),
    next,
    currency:
      symbol < 0
        ? null
        : { key: keys[symbol] ?? "", start: starts[symbol] ?? 0, end: ends[symbol] ?? 0 },
  };
}

/** The value of a figure or number word; tens take the ones that follow: twenty-five. */
function readValue(
  list: Scanned,
  at: number,
  lexicon: Lexicon,
): { value: string; next: number } | null {
  const key = list.keys[at] ?? "";
  if (((list.flags[at] ?? 0) & NUMBER) > 0) return { value: key.slice(1), next: at + 1 };
  const word = lexicon.numberWords.get(key);
  if (word === undefined) return null;
  const ones = isNear(list, at) ? lexicon.numberWords.get(list.keys[at + 1] ?? "") : undefined;
  const isCompound = word >= 20 && word < 100 && ones !== undefined && ones < 10;
  return isCompound
    ? { value: String(word + ones), next: at + 2 }
    : { value: String(word), next: at + 1 };
}

function readScales(
  list: Scanned,
  at: number,
  first: { value: string; next: number },
  lexicon: Lexicon,
  isMoney: boolean,
): { value: string; next: number } {
  let { value, next } = first;
  while (next < list.keys.length && isNear(list, next - 1)) {
    const key = list.keys[next] ?? "";
    const isAttached = ((list.flags[next] ?? 0) & ATTACHED) > 0;
    // "22 M€" and "5 k$" have the scale between figure and sign.
    const isSigned = CURRENCIES.has(list.keys[next + 1] ?? "") && isTouching(list, next);
    const hasLetter = isMoney || isSigned || (isAttached && key === "k");
    const letter = hasLetter ? MONEY_SCALES.get(key) : undefined;
    const scaled = scaleNumber(value, lexicon.scales.get(key) ?? letter ?? Number.NaN);
    if (scaled === undefined || scaled === "NaN" || next - at > 4) break;
    value = scaled;
    next += 1;
  }
  // "1,2 millones de personas" is "1.200.000 personas".
  const isPartitive = next > first.next && PARTITIVES.has(list.keys[next] ?? "");
  return { value, next: isPartitive && isNear(list, next - 1) ? next + 1 : next };
}

function isNear({ starts, ends }: Scanned, at: number): boolean {
  return (starts[at + 1] ?? Number.POSITIVE_INFINITY) - (ends[at] ?? 0) <= NEAR;
}

function isTouching({ starts, ends }: Scanned, at: number): boolean {
  return starts[at + 1] === ends[at];
}

/** Whether something other than a space stands between, as in "$, 5". */
function isSeparated(text: string, from: number, to: number): boolean {
  return /[^\s\u00a0]/u.test(text.slice(from, to));
}

function hasMinusBefore(text: string, index: number): boolean {
  return /(?:^|[\s([:|])[-−–]$/u.test(text.slice(Math.max(0, index - 2), index));
}

function replacePhrases(scanned: Scanned, { phrases }: Lexicon): Scanned {
  const result: Scanned = { keys: [], starts: [], ends: [], flags: [] };
  let at = 0;
  while (at < scanned.keys.length) {
    const candidates = phrases.get(scanned.keys[at] ?? "");
    const phrase = candidates?.find(({ keys }) => isPhraseAt(scanned, at, keys));
    if (!phrase) {
      copy(scanned, at, result);
      at += 1;
      continue;
    }
    const last = at + phrase.keys.length - 1;
    for (const key of phrase.becomes) {
      const isNumber = key.startsWith("#") ? NUMBER : 0;
      const flags = ((scanned.flags[at] ?? 0) & (CAPITAL | ATTACHED)) | isNumber;
      add(result, key, scanned.starts[at] ?? 0, scanned.ends[last] ?? 0, flags);
    }
    at = last + 1;
  }
  return result;
}

function isPhraseAt(scanned: Scanned, at: number, keys: readonly string[]): boolean {
  return keys.every(
    (key, index) =>
      scanned.keys[at + index] === key && (index === 0 || isNear(scanned, at + index - 1)),
  );
}

function copy(from: Scanned, at: number, to: Scanned): void {
  add(to, from.keys[at] ?? "", from.starts[at] ?? 0, from.ends[at] ?? 0, from.flags[at] ?? 0);
}

function add(to: Scanned, key: string, start: number, end: number, flags: number): void {
  to.keys.push(key);
  to.starts.push(start);
  to.ends.push(end);
  to.flags.push(flags);
}
