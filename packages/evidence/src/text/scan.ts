import { foldDigits, foldWord } from "./fold-word.ts";
import { canonicalNumber } from "./numbers.ts";

export const OPTIONAL = 1;
export const NUMBER = 2;
export const CAPITAL = 4;
/** Written by letters or digits that touch the token before. */
export const ATTACHED = 8;

/** Words, figures and symbols in reading order, in parallel lists for speed. */
export interface Scanned {
  readonly keys: string[];
  readonly starts: number[];
  readonly ends: number[];
  readonly flags: number[];
}

const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々";
const TOKEN = new RegExp(
  [
    String.raw`((?:\p{L}\.){1,8}\p{L}(?![\p{L}\p{M}])|(?:\p{L}\.){2,8})`,
    String.raw`(\p{Nd}{1,3}(?:[ \u00A0\u2009\u202F'’٬]\p{Nd}{3}){1,4}(?!\p{Nd})(?:[.,٫]\p{Nd}+)?|(?<![\p{Nd}/])\p{Nd}/\p{Nd}(?![\p{Nd}/])|\p{Nd}+(?:[.,٫٬·．，]\p{Nd}+){0,8}[½⅓⅔¼¾⅛]?|[½⅓⅔¼¾⅛])`,
    String.raw`([ｦ-ﾝ][ﾞﾟ]?|[${UNSPACED}]\p{M}*)`,
    String.raw`([\p{L}\p{M}]{3,}['’]\p{L}[\p{L}\p{M}]{2,}|[\p{L}\p{M}]+)`,
    "([⁰¹²³⁴-⁹]+|[₀-₉]+)",
    String.raw`(°\s?[CF](?![\p{L}])|[<>≤≥=≈±&%‰°$€£¥₹₽×٪％＄＆＜＞￡￥]|(?<=\p{Nd})\+(?!\p{Nd})|~(?=\s?\p{Nd}))`,
  ].join("|"),
  "uy",
);
const UNSPACED_INSIDE = new RegExp(`[${UNSPACED}]`, "u");
const UNSPACED_PIECES = new RegExp(`[${UNSPACED}]\\p{M}*|[^${UNSPACED}]+`, "gu");
const MINUS = /[-‐−–﹣－]/u;
const BEFORE_MINUS = /[\s([{/|=<>≤≥~≈±:"“„«'€$£]/u;
const SYMBOLS: Readonly<Record<string, string>> = { "×": "x", "٪": "%", "~": "≈" };
const UNIT_OF_POWER = /^(?:[kcdmμ]?m|ft|mi|s|h|[a-z])$/u;
const ROMAN = /^(?:i{1,3}|iv|vi{0,3}|ix|x)$/;

export function scan(text: string): Scanned {
  const scanned: Scanned = { keys: [], starts: [], ends: [], flags: [] };
  let at = 0;
  while (at < text.length) {
    const end = endOfPlainWord(text, at);
    if (end > at) {
      pushWord(scanned, text, text.slice(at, end), at);
      at = end;
    } else {
      at = scanToken(scanned, text, at);
    }
  }
  return scanned;
}

/** The end of a word of ASCII letters alone, which needs no pattern; most words are such. */
function endOfPlainWord(text: string, from: number): number {
  let at = from;
  let code = text.charCodeAt(at);
  while ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) {
    at += 1;
    code = text.charCodeAt(at);
  }
  const isOpen = code > 127 || code === 39 || (code === 46 && at - from === 1);
  return isOpen ? from : at;
}

/** Adds the token at this place and returns where to go on. */
function scanToken(scanned: Scanned, text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code <= 35 || code === 44 || code === 46) return at + 1;
  TOKEN.lastIndex = at;
  const match = TOKEN.exec(text);
  if (!match) return at + (code >= 0xd800 && code <= 0xdbff ? 2 : 1);
  const [whole, acronym, number, unspaced, word, raised] = match;
  if (word !== undefined) pushWord(scanned, text, word, at);
  else if (number !== undefined) pushNumber(scanned, text, number, at);
  else if (raised !== undefined) pushRaised(scanned, text, raised, at);
  else push(scanned, text, keyOf(whole, acronym, unspaced), at, whole.length);
  return at + whole.length;
}

function keyOf(whole: string, acronym: string | undefined, unspaced: string | undefined): string {
  if (acronym !== undefined) return foldWord(acronym.replaceAll(".", ""));
  return unspaced === undefined ? foldSymbol(whole) : foldWord(unspaced);
}

function foldSymbol(symbol: string): string {
  const folded = symbol.normalize("NFKC").replace(/\s/g, "").toLowerCase();
  return SYMBOLS[folded] ?? folded;
}

function push(
  { keys, starts, ends, flags }: Scanned,
  text: string,
  key: string,
  start: number,
  length: number,
  flag = 0,
): void {
  if (key.length === 0) return;
  const isAttached = ends.at(-1) === start ? ATTACHED : 0;
  const isCapital = isUpperCase(text, start) ? CAPITAL : 0;
  keys.push(key);
  starts.push(start);
  ends.push(start + length);
  flags.push(flag | isAttached | isCapital);
}

function isUpperCase(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 128) return code >= 65 && code <= 90;
  return /^\p{Lu}/u.test(text.slice(index, index + 2));
}

function pushWord(scanned: Scanned, text: string, word: string, index: number): void {
  if (/^[a-z]+$/i.test(word) || !UNSPACED_INSIDE.test(word)) {
    const isMark = word.length <= 4 && isListMark(text, word, index);
    const key = foldWord(word).replace(/['’]/gu, "");
    push(scanned, text, key, index, word.length, isMark ? OPTIONAL : 0);
    return;
  }
  for (const piece of word.matchAll(UNSPACED_PIECES)) {
    push(scanned, text, foldWord(piece[0]), index + piece.index, piece[0].length);
  }
}

function pushNumber(scanned: Scanned, text: string, number: string, index: number): void {
  const start = index - minusLength(text, index);
  const isNegative = start < index;
  const key = `#${isNegative ? "-" : ""}${canonicalNumber(number)}`;
  const isMark = number.length <= 3 && isNumberMark(text, number, index);
  push(scanned, text, key, start, index + number.length - start, NUMBER | (isMark ? OPTIONAL : 0));
}

/** How many characters before a figure are its minus; the true minus sign may stand apart. */
function minusLength(text: string, index: number): number {
  const before = text.charAt(index - 1);
  if (/[\s\u00a0]/u.test(before) && text.charAt(index - 2) === "−") return 2;
  if (index === 0 || !MINUS.test(before)) return 0;
  return index === 1 || BEFORE_MINUS.test(text.charAt(index - 2)) ? 1 : 0;
}

/** A raised digit is an exponent after a unit, a footnote after a word. */
function pushRaised(scanned: Scanned, text: string, raised: string, index: number): void {
  const before = scanned.keys.at(-1) ?? "";
  const isLow = /[₀-₉]/u.test(raised);
  const isPower = isLow || UNIT_OF_POWER.test(before) || before.startsWith("#");
  const key = `#${foldDigits(raised.normalize("NFKC"))}`;
  push(scanned, text, key, index, raised.length, NUMBER | (isPower ? 0 : OPTIONAL));
}

/** `(a)`, `b)` and `iv.` in front of a list item. */
function isListMark(text: string, word: string, index: number): boolean {
  if (word.length > 1 && !ROMAN.test(word.toLowerCase())) return false;
  const after = text.charAt(index + word.length);
  if (after === ")" && text.charAt(index - 1) === "(") return true;
  return (after === ")" || after === ".") && isAtLineStart(text, index);
}

/** `1.` and `(2)` in front of a list item, `[12]` after a statement. */
function isNumberMark(text: string, number: string, index: number): boolean {
  const before = text.charAt(index - 1);
  const after = text.charAt(index + number.length);
  if (before === "(" && after === ")") return number.length <= 2;
  if (/[[,–-]/u.test(before) || /[\],–-]/u.test(after)) return isInNoteBrackets(text, index);
  if (after !== "." && after !== ")") return false;
  return number.length <= 2 && isAtLineStart(text, index);
}

function isInNoteBrackets(text: string, index: number): boolean {
  const open = text.lastIndexOf("[", index);
  if (open < 0 || index - open > 16) return false;
  return /^\[\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,5}\]/u.test(text.slice(open, open + 32));
}

function isAtLineStart(text: string, index: number): boolean {
  for (let at = index - 1; at >= 0 && index - at <= 6; at--) {
    const character = text.charAt(at);
    if (character === "\n") return true;
    if (!/[\s(>#•*-]/u.test(character)) return false;
  }
  return index <= 6;
}
