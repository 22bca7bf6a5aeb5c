import { foldWord } from "../text/fold-word.ts";
import { COMMON_PHRASES, COMMON_SCALES } from "./common.ts";

/** Kinds of words that change what a sentence says when they come, go or move. */
const CRITICAL_KINDS = [
  "negation",
  "hedge",
  "condition",
  "attribution",
  "quantifier",
  "direction",
  "comparator",
  "contrast",
] as const;
export type CriticalKind = (typeof CRITICAL_KINDS)[number];

export type Language = "en" | "de" | "fr" | "es" | "pt" | "ru" | "ar" | "ja";

/** Lists as people write them: entries between commas, several words for a phrase. */
export interface WordLists {
  readonly language: Language;
  /** Whether small words and slips are known well enough for the fuzzy level. */
  readonly isComplete: boolean;
  readonly stopWords: string;
  /** Words whose absence changes nothing. */
  readonly articles: string;
  readonly pronouns: string;
  readonly prepositions: string;
  /** Prepositions without which a sentence is only clumsy. */
  readonly fillers: string;
  readonly critical: Readonly<Record<CriticalKind, string>>;
  /** `written = canonical`, between commas. */
  readonly phrases: string;
  readonly numberWords: Readonly<Record<string, number>>;
  readonly scales: Readonly<Record<string, number>>;
  /** `one/other` for words a letter apart that are both real. */
  readonly lookAlikes: string;
}

interface CriticalPhrase {
  readonly keys: readonly string[];
  readonly kind: CriticalKind;
}

interface Phrase {
  readonly keys: readonly string[];
  readonly becomes: readonly string[];
}

export interface Lexicon {
  readonly language: Language | null;
  readonly isComplete: boolean;
  readonly articles: ReadonlySet<string>;
  readonly pronouns: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  /** Prepositions that say nothing by themselves. */
  readonly fillers: ReadonlySet<string>;
  /** Everything that joins words rather than naming something. */
  readonly smallWords: ReadonlySet<string>;
  readonly critical: ReadonlyMap<string, readonly CriticalPhrase[]>;
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  readonly numberWords: ReadonlyMap<string, number>;
  readonly scales: ReadonlyMap<string, number>;
  readonly lookAlikes: ReadonlySet<string>;
}

/** Symbols that phrases of these kinds become. */
const CANONICAL: Partial<Readonly<Record<CriticalKind, string>>> = {
  comparator: "<, >, ≤, ≥, =, ±",
  hedge: "≈",
};

/** The lists as lookups; without lists, what every language shares. */
export function compileLexicon(lists: WordLists | null): Lexicon {
  const critical = CRITICAL_KINDS.flatMap((kind) =>
    entries(`${lists?.critical[kind] ?? ""}, ${CANONICAL[kind] ?? ""}`)
      .flatMap((keys) => (lists?.language === "ar" ? withConjunctions(keys) : [keys]))
      .map((keys) => ({ keys, kind })),
  );
  return {
    language: lists?.language ?? null,
    isComplete: lists?.isComplete ?? false,
    articles: new Set(entries(lists?.articles ?? "").flat()),
    pronouns: new Set(entries(lists?.pronouns ?? "").flat()),
    prepositions: new Set(entries(lists?.prepositions ?? "").flat()),
    fillers: new Set(entries(lists?.fillers ?? "").flat()),
    smallWords: new Set(smallWordsOf(lists).flat()),
    critical: byFirst(critical),
    phrases: byFirst(readPhrases(`${COMMON_PHRASES}, ${lists?.phrases ?? ""}`)),
    numberWords: byKey(lists?.numberWords ?? {}),
    scales: byKey({ ...COMMON_SCALES, ...lists?.scales }),
    lookAlikes: new Set(entries(lists?.lookAlikes ?? "").flatMap(([pair = ""]) => bothWays(pair))),
  };
}

/** Arabic writes "and" and "so" together with the word that follows. */
function withConjunctions([first = "", ...others]: string[]): string[][] {
  return ["", "و", "ف"].map((conjunction) => [`${conjunction}${first}`, ...others]);
}

/** Scripts without spaces are read by the letter, which may well stand twice. */
function smallWordsOf(lists: WordLists | null): string[][] {
  if (lists === null || lists.language === "ja") return [];
  const { stopWords, articles, pronouns, prepositions } = lists;
  return entries([stopWords, articles, pronouns, prepositions].join(","));
}

/** Entries as keys; scripts without spaces are split into their letters, as texts are. */
export function entries(list: string): string[][] {
  return list
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry.length > 0)
    .map((entry) => (UNSPACED.test(entry) ? [...entry] : entry.split(/\s+/)).map(foldWord));
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function readPhrases(list: string): Phrase[] {
  return list
    .split(",")
    .map((line) => line.split(" = "))
    .filter((pair) => pair.length === 2)
    .map(([written = "", canonical = ""]) => ({
      keys: entries(written)[0] ?? [],
      becomes: canonical.trim().split(" "),
    }));
}

/** Longest first, so that "no more than" is not read as "more than". */
function byFirst<T extends { readonly keys: readonly string[] }>(
  phrases: readonly T[],
): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const phrase of phrases) {
    const first = phrase.keys[0];
    if (first === undefined) continue;
    found.set(first, [...(found.get(first) ?? []), phrase]);
  }
  for (const list of found.values()) list.sort((a, b) => b.keys.length - a.keys.length);
  return found;
}

function bothWays(pair: string): string[] {
  const [one, other] = pair.split("/");
  return [`${one}/${other}`, `${other}/${one}`];
}

function byKey(values: Readonly<Record<string, number>>): Map<string, number> {
  return new Map(Object.entries(values).map(([word, value]) => [foldWord(word), value]));
}
