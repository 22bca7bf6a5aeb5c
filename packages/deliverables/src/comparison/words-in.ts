const SCRIPTS_WITHOUT_SPACES = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"];
const CHARACTER = `[${SCRIPTS_WITHOUT_SPACES.map((script) => `\\p{Script=${script}}`).join("")}]`;
const LETTER = `(?:(?!${CHARACTER})[\\p{L}\\p{M}\\p{N}])`;
/**
 * Scripts without spaces are divided into characters: `Intl.Segmenter` knows their words, but gives every one of them a
 * copy of the whole text.
 */
const WORDS = new RegExp(
  `${CHARACTER}\\p{M}*|${LETTER}+(?:['’.,]${LETTER}+)*|\\s+|[^\\p{L}\\p{M}\\p{N}\\s]|.`,
  "gsu",
);

/** The words, spaces and marks of a text; joined they are the text. */
export function wordsIn(text: string): string[] {
  return text.match(WORDS) ?? [];
}
