import type { Lexicon } from "../lexicon/lexicon.ts";
import type { PreparedText } from "../prepare-text.ts";
import { stripAccents } from "../text/fold-word.ts";
import { CAPITAL, NUMBER } from "../text/scan.ts";
import { isCriticalWord } from "./critical-words.ts";
import type { QuoteItem } from "./parse-quote.ts";
import { startsSentence } from "./sentences.ts";
import { standardSpelling } from "./spelling.ts";

/** Shorter words a letter apart are mostly other words: now and not, kein and ein. */
const MIN_SLIP_LETTERS = 7;
const MIN_DOUBLING_LETTERS = 6;
/** A letter lost or added makes another word less often than one replaced. */
const MIN_LOST_LETTERS = 6;
const MIN_SWAP_LETTERS = 7;
const MIN_GERMAN_NOUN_LETTERS = 10;
/** Written with a capital, and nobody's name. */
const CALENDAR = new Set(
  "january february march april august september october november december monday tuesday wednesday thursday friday saturday sunday januar februar märz oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag".split(
    " ",
  ),
);

/** Frequent words that no other word looks like when one letter is misread. */
const SCANNED_WORDS = new Set(
  "the that this which with have when they than been were there".split(" "),
);
/** Words that are both real, where d looks like cl and h like li. */
const CLEAR_SHAPES = new Set(
  "dose/close dosed/closed doses/closes dear/clear dean/clean dock/clock docks/clocks day/clay down/clown dog/clog dogs/clogs dip/clip dips/clips due/clue dues/clues damp/clamp dash/clash dashed/clashed dad/clad dot/clot dots/clots dump/clump dan/clan dub/club dubs/clubs den/clen deft/cleft doud/cloud dutch/clutch dick/click dimer/climer hon/lion hen/lien hue/lieu hver/liver hp/lip hne/line hked/liked hse/lise".split(
    " ",
  ),
);

/** Whether two words are the same but for spelling, lost accents or what a scanner misreads. */
export function isSameWord(
  sourceText: string,
  quoteText: string,
  { language, lookAlikes, critical }: Lexicon,
): boolean {
  const source = sourceText.normalize("NFKC").toLowerCase();
  const quote = quoteText.normalize("NFKC").toLowerCase();
  if (source === quote) return true;
  if (standardSpelling(source, language) === standardSpelling(quote, language)) return true;
  if (lookAlikes.has(`${source}/${quote}`)) return false;
  // Signs such as < and > have no letters by which they could be the same.
  if (!/\p{L}/u.test(source) || !/\p{L}/u.test(quote)) return false;
  if (isMisread(sourceText, quoteText) || isMisreadShape(source, quote)) return true;
  return critical.has(source) === critical.has(quote) && hasLostAccents(source, quote);
}

/** Whether the quote's word is the source's with one slip of the keys, and no other word. */
export function isTypingSlip(source: PreparedText, token: number, item: QuoteItem): boolean {
  const key = source.keys[source.ids[token] ?? -1] ?? "";
  const { lexicon } = source;
  if ((((source.flags[token] ?? 0) | item.flags) & NUMBER) > 0) return false;
  if (item.id >= 0 || lexicon.lookAlikes.has(`${key}/${item.key}`)) return false;
  if (isCriticalWord(lexicon, item.key)) return false;
  if (stripAccents(key) === stripAccents(item.key)) return false;
  // Without lists of look-alikes, and in what may be a name, only letters that changed places are sure.
  if (!lexicon.isComplete || (isName(source, token) && startsSentence(source, token))) {
    return isSwap(key, item.key) && key.length >= MIN_SWAP_LETTERS && !isKnownName(source, token);
  }
  if (isName(source, token)) return CALENDAR.has(key) && isOneSlip(key, item.key);
  return isOneSlip(key, item.key) || isMisdoubled(key, item.key);
}

/** Names differ by a letter; German writes all nouns with a capital, so there only long words are none. */
function isName(source: PreparedText, token: number): boolean {
  if (((source.flags[token] ?? 0) & CAPITAL) === 0) return false;
  const length = (source.ends[token] ?? 0) - (source.starts[token] ?? 0);
  return source.lexicon.language !== "de" || length < MIN_GERMAN_NOUN_LETTERS;
}

/** Whether the word has its capital inside a sentence too. */
function isKnownName(source: PreparedText, token: number): boolean {
  const id = source.ids[token] ?? -1;
  const places = source.positions.subarray(source.offsets[id], source.offsets[id + 1]);
  return places.some(
    (place) => ((source.flags[place] ?? 0) & CAPITAL) > 0 && !startsSentence(source, place),
  );
}

/** Two neighbours that changed places inside a word. */
function isSwap(source: string, quote: string): boolean {
  return source.length === quote.length && isOneSlip(source, quote) && sameLetters(source, quote);
}

function sameLetters(one: string, other: string): boolean {
  return [...one].sort().join("") === [...other].sort().join("");
}

/** The wrong letter doubled: "reccomend", "comittment". */
function isMisdoubled(source: string, quote: string): boolean {
  if (source.length < MIN_SLIP_LETTERS || Math.abs(source.length - quote.length) > 1) return false;
  return undoubled(source) === undoubled(quote);
}

function undoubled(word: string): string {
  return word.replace(/(\p{L})\1/gu, "$1");
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
  return isDoubling || letters >= (was.length === is.length ? MIN_SLIP_LETTERS : MIN_LOST_LETTERS);
}

/** Whether a scanner may have read one as the other; it takes 1 for l and for i. */
export function isMisread(source: string, quote: string): boolean {
  const read = readAsScanned(source);
  return (
    read === readAsScanned(quote) ||
    read === readAsScanned(quote.replace(/1/g, "i")) ||
    read === readAsScanned(quote.replaceAll("ii", "ü").replace(/(?<=\p{Ll})B/gu, "ß"))
  );
}

/** Shapes that look alike in print: `cl` for d, `li` for h, b for h, c for e; the quote's word must be none. */
function isMisreadShape(source: string, quote: string): boolean {
  if (source.length < 3 || CLEAR_SHAPES.has(`${source}/${quote}`)) return false;
  const isShape = (was: string, is: string) =>
    source.includes(was) && quote.includes(is) && oneReplaced(source, quote, was, is);
  if (isShape("d", "cl") || isShape("h", "li") || isShape("w", "vv")) return true;
  return SCANNED_WORDS.has(source) && (isShape("h", "b") || isShape("e", "c"));
}

function oneReplaced(source: string, quote: string, was: string, is: string): boolean {
  for (let at = source.indexOf(was); at >= 0; at = source.indexOf(was, at + 1)) {
    if (source.slice(0, at) + is + source.slice(at + was.length) === quote) return true;
  }
  return false;
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
