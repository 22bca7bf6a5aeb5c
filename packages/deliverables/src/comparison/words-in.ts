const SCRIPTS_WITHOUT_SPACES = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"];
const CHARACTER = `[${SCRIPTS_WITHOUT_SPACES.map((script) => `\\p{Script=${script}}`).join("")}]`;
const LETTER = `(?:(?!${CHARACTER})[\\p{L}\\p{M}\\p{N}])`;
/** A segmenter gives every word a copy of the text it was given, so it is given little at a time. */
const MAX_RUN = 200;
const WITHOUT_SPACES = `(?:${CHARACTER}[\\p{M}ー]*){1,${MAX_RUN}}`;
const WORDS = new RegExp(
  `${WITHOUT_SPACES}|${LETTER}+(?:['’.,]${LETTER}+)*|\\s+|[^\\p{L}\\p{M}\\p{N}\\s]|.`,
  "gsu",
);
const IS_WITHOUT_SPACES = new RegExp(`^${CHARACTER}.`, "su");
/** By dictionaries, which are those of the script whatever the language. */
const SEGMENTER = new Intl.Segmenter("ja", { granularity: "word" });

/** The words, spaces and marks of a text; joined they are the text. */
export function wordsIn(text: string): string[] {
  const runs = text.match(WORDS) ?? [];
  return runs.flatMap((run) =>
    IS_WITHOUT_SPACES.test(run) ? [...SEGMENTER.segment(run)].map(({ segment }) => segment) : run,
  );
}
