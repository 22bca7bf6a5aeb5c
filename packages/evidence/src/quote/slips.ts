import type { Lexicon } from "../lexicon/lexicon.ts";
import type { PreparedText } from "../prepare-text.ts";
import { stripAccents } from "../text/fold-word.ts";
import { CAPITAL, NUMBER } from "../text/scan.ts";
import { isCriticalWord } from "./critical-words.ts";
import type { QuoteItem } from "./parse-quote.ts";

/** Shorter words a letter apart are mostly other words: now and not, kein and ein. */
const MIN_SLIP_LETTERS = 7;
const MIN_DOUBLING_LETTERS = 6;
const MIN_GERMAN_NOUN_LETTERS = 10;

/** Whether two words are the same but for spelling, lost accents or what a scanner misreads. */
export function isSameWord(
  sourceText: string,
  quoteText: string,
  { language, lookAlikes, critical }: Lexicon,
): boolean {
  const source = sourceText.normalize("NFKC").toLowerCase();
  const quote = quoteText.normalize("NFKC").toLowerCase();
  if (source === quote) return true;
  if (language === "en" && americanSpelling(source) === americanSpelling(quote)) return true;
  if (lookAlikes.has(`${source}/${quote}`)) return false;
  // Signs such as < and > have no letters by which they could be the same.
  if (!/\p{L}/u.test(source) || !/\p{L}/u.test(quote)) return false;
  if (isMisread(sourceText, quoteText)) return true;
  return critical.has(source) === critical.has(quote) && hasLostAccents(source, quote);
}

/** Whether the quote's word is the source's with one slip of the keys, and no other word. */
export function isTypingSlip(source: PreparedText, token: number, item: QuoteItem): boolean {
  const key = source.keys[source.ids[token] ?? -1] ?? "";
  const { lexicon } = source;
  if ((((source.flags[token] ?? 0) | item.flags) & NUMBER) > 0) return false;
  if (item.id >= 0 || lexicon.lookAlikes.has(`${key}/${item.key}`)) return false;
  if (isCriticalWord(lexicon, item.key)) return false;
  if (isName(source, token) || stripAccents(key) === stripAccents(item.key)) return false;
  return isOneSlip(key, item.key);
}

/** Names differ by a letter; German writes all nouns with a capital, so there only long words are none. */
function isName(source: PreparedText, token: number): boolean {
  if (((source.flags[token] ?? 0) & CAPITAL) === 0) return false;
  const length = (source.ends[token] ?? 0) - (source.starts[token] ?? 0);
  return source.lexicon.language !== "de" || length < MIN_GERMAN_NOUN_LETTERS;
}

/** One letter missing, added, replaced or swapped with its neighbour, inside a long word. */
export function isOneSlip(source: string, quote: string): boolean {
  if (Math.abs(source.length - quote.length) > 1) return false;
  let start = 0;
  while (start < source.length && source[start] === quote[start]) start += 1;
  let end = 0;
  const most = Math.min(source.length, quote.length) - start;
  while (end < most && source.at(-1 - end) === quote.at(-1 - end)) end += 1;
  const was = source.slice(start, source.length - end);
  const is = quote.slice(start, quote.length - end);
  const letters = source.length;
  if (start === 0 || was.length > 2 || is.length > 2) return false;
  if (was.length === 2 || is.length === 2) {
    return was === [...is].reverse().join("") && letters >= MIN_DOUBLING_LETTERS;
  }
  // Endings carry number and tense, which are no slips.
  if (end === 0 || letters < MIN_DOUBLING_LETTERS) return false;
  const letter = was || is;
  const isDoubling =
    was.length !== is.length && (source[start - 1] === letter || quote[start - 1] === letter);
  return isDoubling || letters >= MIN_SLIP_LETTERS;
}

/** Whether a scanner may have read one as the other; it takes 1 for l and for i. */
export function isMisread(source: string, quote: string): boolean {
  const read = readAsScanned(source);
  return read === readAsScanned(quote) || read === readAsScanned(quote.replace(/1/g, "i"));
}

/** Letters that scanners take for one another, as one. Case matters: I is read as l, i is not. */
function readAsScanned(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[I1|]/g, "l")
    .replace(/0/g, "O")
    .toLowerCase()
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Accents get lost on the way; they do not appear by themselves. */
function hasLostAccents(source: string, quote: string): boolean {
  if (!/[^\p{ASCII}]/u.test(source)) return false;
  if (stripAccents(source) === quote) return true;
  const spelledOut = source.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue");
  return spelledOut.replaceAll("ß", "ss") === quote.replaceAll("ß", "ss");
}

function americanSpelling(word: string): string {
  return word
    .replace(/ys(e|es|ed|ing|er|ers)$/, "yz$1")
    .replace(/is(e|es|ed|ing|er|ers|ation|ations|ational)$/, "iz$1")
    .replace(/(?<=[a-z]{2})our(?=$|s$|ed$|ing$|able$|ite$|ites$|hood$|er$|ers$|al$|ful$)/, "or")
    .replace(/tre(s?)$/, "ter$1")
    .replace(/ogue(s?)$/, "og$1")
    .replace(/ence(s?)$/, "ense$1")
    .replace(/(?<=[a-z]{3})ll(?=ed$|ing$|er$|ers$|ation$)/, "l")
    .replace(/ae|oe/, "e");
}
