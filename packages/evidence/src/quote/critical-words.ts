import type { CriticalKind, Lexicon } from "../lexicon/lexicon.ts";
import { keyAt, type PreparedText } from "../prepare-text.ts";
import { CAPITAL } from "../text/scan.ts";
import type { TokenRange } from "./find-occurrences.ts";
import { startsSentence } from "./sentences.ts";

export interface CriticalWord extends TokenRange {
  readonly kind: CriticalKind;
}

/** The first word of these kinds in a stretch of the source. */
export function findCritical(
  source: PreparedText,
  { from, to }: TokenRange,
  kinds: readonly CriticalKind[],
): CriticalWord | null {
  for (let token = from; token < to; token++) {
    if (isMonth(source, token)) continue;
    const phrase = source.lexicon.critical
      .get(keyAt(source, token))
      ?.find(({ keys, kind }) => kinds.includes(kind) && isAt(source, token, to, keys));
    if (phrase) return { from: token, to: token + phrase.keys.length, kind: phrase.kind };
  }
  return null;
}

/** Whether a word by itself changes what is said. */
export function isCriticalWord({ critical }: Lexicon, key: string): boolean {
  return critical.get(key)?.some(({ keys }) => keys.length === 1) ?? false;
}

export function hasCriticalKey(
  { critical }: Lexicon,
  keys: readonly string[],
  kinds: readonly CriticalKind[],
): boolean {
  return keys.some((key, index) =>
    critical
      .get(key)
      ?.some(
        (phrase) =>
          kinds.includes(phrase.kind) &&
          phrase.keys.every((word, offset) => keys[index + offset] === word),
      ),
  );
}

function isAt(source: PreparedText, token: number, to: number, keys: readonly string[]): boolean {
  return (
    token + keys.length <= to && keys.every((key, index) => keyAt(source, token + index) === key)
  );
}

/** "May" inside a sentence is a month. */
function isMonth(source: PreparedText, token: number): boolean {
  return (
    keyAt(source, token) === "may" &&
    ((source.flags[token] ?? 0) & CAPITAL) > 0 &&
    !startsSentence(source, token)
  );
}
