import { foldWord } from "../text/fold-word.ts";
import { arabic } from "./arabic.ts";
import { english } from "./english.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { japanese } from "./japanese.ts";
import { compileLexicon, entries, type Language, type Lexicon, type WordLists } from "./lexicon.ts";
import { portuguese } from "./portuguese.ts";
import { russian } from "./russian.ts";
import { spanish } from "./spanish.ts";

const LISTS: readonly WordLists[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  russian,
  arabic,
  japanese,
];
const LATIN = LISTS.filter(({ isComplete }) => isComplete);
/** Neighbours whose words would otherwise pass for one of ours. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  it: "il, di, che, è, per, della, sono, gli, nel, con, anche, più, non, dei, alla, una, si, del, le, delle, degli, questo, essere",
  nl: "het, een, van, en, de, dat, niet, voor, met, zijn, aan, ook, er, maar, naar, bij, werd, om, door, nog, wordt, deze, hebben",
  sv: "och, att, det, som, en, på, är, av, för, med, den, till, inte, har, om, ett, var, men, från, så",
  da: "og, at, det, som, en, på, er, af, for, med, den, til, ikke, har, om, et, var, men, fra, der, de, blev",
  pl: "i, w, na, z, do, nie, się, że, to, jest, od, przez, dla, po, oraz, jak, za, był, ale",
  ca: "el, els, les, amb, i, per, que, és, una, dels, als, va, com, més, aquest, però, són, o, en, de, la",
  ro: "și, în, de, la, cu, pe, este, din, nu, care, pentru, o, un, mai, au, fost, sau, prin, că",
};
const STOP_WORDS: readonly (readonly [string, ReadonlySet<string>])[] = [
  ...LATIN.map(
    ({ language, stopWords }) => [language, new Set(entries(stopWords).flat())] as const,
  ),
  ...Object.entries(NEIGHBOURS).map(
    ([code, list]) => [code, new Set(entries(list).flat())] as const,
  ),
];
/** Compiled at first use, since that takes longer than most commands do. */
const compiled = new Map<WordLists | null, Lexicon>();

const SAMPLE_CHARACTERS = 20_000;
const MIN_SHARE = 0.06;
const MIN_WORDS = 3;
/** How much the best list must be ahead of the next. */
const LEAD = 1.15;

/** The word lists of a language; those that every language shares for one without. */
export function lexiconOf(language: string | null): Lexicon {
  const [code] = (language ?? "").toLowerCase().split("-");
  const lists = LISTS.find((one) => one.language === code) ?? null;
  const known = compiled.get(lists) ?? compileLexicon(lists);
  compiled.set(lists, known);
  return known;
}

/** The language of a text by its script and stop words, or null when no list fits. */
export function detectLanguage(text: string): Language | null {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sample)) return dominant(sample, "ja");
  if (/[\u0400-\u04ff]/u.test(sample) && isMostly(sample, /\p{Script=Cyrillic}/gu)) {
    return /[іїєґўјљњћџђ]/iu.test(sample) ? null : "ru";
  }
  if (isMostly(sample, /\p{Script=Arabic}/gu)) return /[پچژگ]/u.test(sample) ? null : "ar";
  return isMostly(sample, /\p{Script=Latin}/gu) ? detectLatin(sample) : null;
}

function dominant(sample: string, language: Language): Language | null {
  return isMostly(sample, /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu)
    ? language
    : detectLatin(sample);
}

function isMostly(sample: string, letters: RegExp): boolean {
  const all = sample.match(/\p{L}/gu)?.length ?? 0;
  return all > 0 && (sample.match(letters)?.length ?? 0) / all > 0.5;
}

function detectLatin(sample: string): Language | null {
  const words = (sample.match(/\p{L}+/gu) ?? []).map(foldWord);
  const ranked = STOP_WORDS.map(([code, list]) => ({
    code,
    share: words.filter((word) => list.has(word)).length / Math.max(1, words.length),
  })).sort((one, other) => other.share - one.share);
  const [best, second] = ranked;
  if (!best || best.share < MIN_SHARE || best.share * words.length < MIN_WORDS) return null;
  if (best.share < (second?.share ?? 0) * LEAD) return null;
  return LATIN.find(({ language }) => language === best.code)?.language ?? null;
}
