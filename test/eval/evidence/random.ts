/** Numbers from 0 to 1 that are the same in every run. */
export type Random = () => number;

/** mulberry32: small, and good enough for choosing words. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(random: Random, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)];
}

/** The text with one match of the pattern replaced, or null when it has none. */
export function replaceOne(
  random: Random,
  text: string,
  pattern: RegExp,
  change: (found: string) => string | null,
): string | null {
  const match = pick(random, [...text.matchAll(pattern)]);
  if (!match) return null;
  const changed = change(match[0]);
  if (changed === null || changed === match[0]) return null;
  return text.slice(0, match.index) + changed + text.slice(match.index + match[0].length);
}
