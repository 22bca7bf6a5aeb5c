import type { Language } from "../lexicon/lexicon.ts";
import { keyAt, type PreparedText } from "../prepare-text.ts";
import { isCriticalWord } from "../quote/critical-words.ts";
import { gapBefore, startsSentence, textOf } from "../quote/sentences.ts";
import { stripAccents } from "../text/fold-word.ts";
import { CAPITAL, NUMBER } from "../text/scan.ts";

/** Words with capitals in a row: `Shipping Company`, `Ada Lovelace`. */
export interface Name {
  readonly text: string;
  readonly keys: readonly string[];
}

/** Languages in which a capital inside a sentence means a name; German nouns all have one. */
const CASED: readonly (Language | null)[] = ["en", "fr", "es", "pt"];
/** Names and what is derived from them begin alike: Norway, Norwegian. */
const STEM_LETTERS = 4;
const MIN_STEMMED = 6;

/** The names inside the sentences of a text. A word that begins a sentence has its capital anyway and counts for none. */
export function namesOf(text: PreparedText): Name[] {
  if (!CASED.includes(text.lexicon.language)) return [];
  const names: Name[] = [];
  let from = -1;
  for (let token = 0; token <= text.count; token++) {
    const isPart = token < text.count && isNamePart(text, token);
    const isJoined = from >= 0 && /^[\s'’&-]*$/u.test(gapBefore(text, token));
    if (from >= 0 && !(isPart && isJoined)) {
      names.push(nameOf(text, from, token));
      from = -1;
    }
    if (isPart && from < 0) from = token;
  }
  return names;
}

/** The word with which a text begins, if it may be a name: no small word, and no comma behind it. */
export function openingWord(text: PreparedText): Name | null {
  if (!CASED.includes(text.lexicon.language) || text.count < 2) return null;
  const key = keyAt(text, 0);
  const flags = text.flags[0] ?? 0;
  const isSmall = text.lexicon.smallWords.has(key) || isCriticalWord(text.lexicon, key);
  const isWord = (flags & CAPITAL) > 0 && (flags & NUMBER) === 0 && key.length > 2;
  return isWord && !isSmall && !gapBefore(text, 1).includes(",") ? nameOf(text, 0, 1) : null;
}

/** Whether a text has one of the words of a name, or its initials. */
export function hasName(texts: readonly PreparedText[], { keys }: Name): boolean {
  const initials = keys.length > 1 ? initialsOf(keys) : null;
  return texts.some((text) => {
    if (keys.some((key) => text.idOf.has(key))) return true;
    if (initials !== null && text.idOf.has(initials)) return true;
    const { stems, acronyms } = lookupOf(text);
    return keys.some((key) => stems.has(stemOf(key) ?? key)) || acronyms.has(keys.join(" "));
  });
}

/** Whether the texts have every word of a name, or its initials: "Farrow Foods" is not "Selby Foods". */
export function hasWholeName(texts: readonly PreparedText[], name: Name): boolean {
  return (
    name.keys.every((key) => hasName(texts, { ...name, keys: [key] })) ||
    (name.keys.length > 1 && texts.some((text) => text.idOf.has(initialsOf(name.keys))))
  );
}

interface Lookup {
  readonly stems: ReadonlySet<string>;
  readonly acronyms: ReadonlySet<string>;
}

/** Sources are long and asked for many names. */
const lookups = new WeakMap<PreparedText, Lookup>();

function lookupOf(text: PreparedText): Lookup {
  const known = lookups.get(text);
  if (known) return known;
  const made = {
    stems: new Set(text.keys.flatMap((key) => stemOf(key) ?? [])),
    acronyms: new Set(
      namesOf(text).flatMap(({ keys }) => (keys.length > 1 ? initialsOf(keys) : [])),
    ),
  };
  lookups.set(text, made);
  return made;
}

function initialsOf(keys: readonly string[]): string {
  return keys.map((key) => key.charAt(0)).join("");
}

function isNamePart(text: PreparedText, token: number): boolean {
  const flags = text.flags[token] ?? 0;
  if ((flags & CAPITAL) === 0 || (flags & NUMBER) > 0 || startsSentence(text, token)) return false;
  const key = keyAt(text, token);
  return key.length > 1 && /^\p{L}/u.test(key) && !text.lexicon.smallWords.has(key);
}

function nameOf(text: PreparedText, from: number, to: number): Name {
  const keys = Array.from({ length: to - from }, (_, index) => keyAt(text, from + index));
  return { text: textOf(text, { from, to }), keys };
}

function stemOf(key: string): string | null {
  return key.length < MIN_STEMMED ? null : `${stripAccents(key).slice(0, STEM_LETTERS)}-`;
}
