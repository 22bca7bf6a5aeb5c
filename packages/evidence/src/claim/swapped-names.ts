import type { PreparedText } from "../prepare-text.ts";
import { namesOf } from "./names.ts";

const MIN_SHARED_WORDS = 3;

/**
 * Two names that changed places while the words around them stay in their order: "A bought it from B" and "B bought it
 * from A". Said in other words, such as "it was sold to A by B", no order of words tells.
 */
export function swappedNames(
  text: PreparedText,
  others: readonly PreparedText[],
): readonly [string, string] | null {
  const names = [...new Set(namesOf(text).flatMap(({ keys }) => keys))];
  for (const other of others) {
    if (!hasSameOrder(text, other, new Set(names))) continue;
    const shared = names.filter((name) => isOnce(text, name) && isOnce(other, name));
    const [one, two] =
      shared
        .flatMap((first) => shared.map((second) => [first, second] as const))
        .find(
          ([first, second]) =>
            placeOf(text, first) < placeOf(text, second) &&
            placeOf(other, first) > placeOf(other, second),
        ) ?? [];
    if (one !== undefined && two !== undefined) return [one, two];
  }
  return null;
}

/** Whether the words that both have, names aside, come in the same order. */
function hasSameOrder(
  text: PreparedText,
  other: PreparedText,
  names: ReadonlySet<string>,
): boolean {
  const { smallWords } = text.lexicon;
  const shared = text.keys.filter(
    (key) => !names.has(key) && !smallWords.has(key) && isOnce(text, key) && isOnce(other, key),
  );
  const places = shared
    .toSorted((one, two) => placeOf(text, one) - placeOf(text, two))
    .map((key) => placeOf(other, key));
  return (
    places.length >= MIN_SHARED_WORDS &&
    places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))
  );
}

function isOnce({ idOf, offsets }: PreparedText, key: string): boolean {
  const id = idOf.get(key);
  return id !== undefined && (offsets[id + 1] ?? 0) - (offsets[id] ?? 0) === 1;
}

function placeOf(text: PreparedText, key: string): number {
  const id = text.idOf.get(key);
  return id === undefined ? -1 : (text.positions[text.offsets[id] ?? 0] ?? -1);
}
