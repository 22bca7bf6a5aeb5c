/** Words of scripts that are written with spaces, figures included. */
const SPACED =
  /(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])[\p{L}\p{M}\p{N}])+/gu;
/** Scripts without spaces, with the usual length of a word. */
const UNSPACED: readonly [RegExp, number][] = [
  [/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/gu, 2],
  [/[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/gu, 5],
];

/** About how many words a text has, in any script: enough to tell a page from an empty shell. */
export function countWords(text: string): number {
  const unspaced = UNSPACED.map(([pattern, length]) => Math.ceil(count(text, pattern) / length));
  return unspaced.reduce((total, words) => total + words, count(text, SPACED));
}

/** Without a list of all matches. */
function count(text: string, pattern: RegExp): number {
  pattern.lastIndex = 0;
  let found = 0;
  while (pattern.test(text)) found += 1;
  return found;
}
