import type { Lexicon } from "../lexicon/lexicon.ts";
import { keyAt, type PreparedText } from "../prepare-text.ts";
import { ATTACHED, NUMBER } from "../text/scan.ts";
import { hasCriticalKey } from "./critical-words.ts";
import type { QuoteItem } from "./parse-quote.ts";
import { textOf } from "./sentences.ts";
import { isMisread } from "./slips.ts";

/** Hyphens, line breaks and tags between the letters. */
const MAX_JOINED_DIFFERENCE = 40;

/** Whether the letters are the same when words are written together or apart. */
export function isJoined(
  source: PreparedText,
  { token, tokens }: { token: number; tokens: number },
  words: readonly QuoteItem[],
): boolean {
  if (words.some(({ bracketed }) => bracketed !== null)) return false;
  const range = { from: token, to: token + tokens };
  const quote = words.map(({ text }) => text).join("");
  const text = textOf(source, range);
  if (tokens === 1 && isMisreadFigure(text, quote)) return true;
  if (Math.abs(text.length - quote.length) > MAX_JOINED_DIFFERENCE) return false;
  if (!isMisread(text, quote)) return false;
  const keys = Array.from({ length: tokens }, (_, index) => keyAt(source, token + index));
  const quotedKeys = words.map(({ key }) => key);
  const isOneWord = areAttached(words.map(({ flags }) => flags)) && tokens === 1;
  if (isOneWord && !keys.some((key) => key.startsWith("#"))) return true;
  if (hasTelling(source.lexicon, keys) !== hasTelling(source.lexicon, quotedKeys)) return false;
  if (keys.filter(isSign).join("") !== quotedKeys.filter(isSign).join("")) return false;
  const figures = keys.filter((_, index) => isFigure(source.flags[token + index] ?? 0));
  const quoted = words.filter(({ flags }) => isFigure(flags)).map(({ key }) => key);
  if (figures.join(" ") === quoted.join(" ")) return true;
  // A digit that a scanner read inside a word: `c0mmittee`.
  if (figures.length > 0 && quoted.length > 0) return false;
  return figures.length === 0
    ? areAttached(words.map(({ flags }) => flags))
    : areAttached([...source.flags.subarray(token, token + tokens)]);
}

/** Letters that a scanner read in place of digits: `2O19`. */
function isMisreadFigure(source: string, quote: string): boolean {
  if (!/^[\d.,]+$/.test(source) || !/^[\dOolI|.,]+$/.test(quote)) return false;
  return quote.replace(/[Oo]/g, "0").replace(/[lI|]/g, "1") === source;
}

function hasTelling(lexicon: Lexicon, keys: readonly string[]): boolean {
  return hasCriticalKey(lexicon, keys, ["negation", "hedge", "condition"]);
}

function isSign(key: string): boolean {
  return !/[\p{L}\p{N}]/u.test(key);
}

function isFigure(flags: number): boolean {
  return (flags & NUMBER) > 0;
}

function areAttached(flags: readonly number[]): boolean {
  return flags.length > 1 && flags.slice(1).every((flag) => (flag & ATTACHED) > 0);
}
