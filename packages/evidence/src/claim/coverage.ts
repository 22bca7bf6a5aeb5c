import { keyAt, type PreparedText, prepareText } from "../prepare-text.ts";
import { findCritical } from "../quote/critical-words.ts";
import { sentenceEnd, sentenceStart } from "../quote/sentences.ts";
import { stripAccents } from "../text/fold-word.ts";
import { NUMBER } from "../text/scan.ts";
import { type Figure, figuresOf, isSameFigure } from "./figures.ts";

const MIN_WORD_LETTERS = 3;
const STEM_LETTERS = 6;
const MAX_PASSAGE_CHARACTERS = 8_000;

/** The quote and the sentences around it, in which a statement's words may stand. */
export function passageAround(
  source: PreparedText,
  { start, end }: { start: number; end: number },
): PreparedText {
  const first = tokenAt(source, start);
  const last = Math.max(first, tokenAt(source, end) - 1);
  const from = sentenceStart(source, Math.max(0, sentenceStart(source, first) - 1));
  const to = sentenceEnd(source, Math.min(source.count - 1, sentenceEnd(source, last)));
  const text = source.original.slice(
    source.starts[from] ?? 0,
    source.ends[Math.max(from, to - 1)] ?? 0,
  );
  return prepareText(text.slice(0, MAX_PASSAGE_CHARACTERS), { language: source.lexicon.language });
}

/** Figures of the statement that none of the passages has. */
export function missingFigures(
  statement: PreparedText,
  passages: readonly PreparedText[],
): Figure[] {
  const found = passages.flatMap(figuresOf);
  return figuresOf(statement).filter(
    (figure) => !found.some((other) => isSameFigure(figure, other)),
  );
}

/** Share of the statement's content words that the passages have. */
export function coverageOf(statement: PreparedText, passages: readonly PreparedText[]): number {
  const wanted = contentWords(statement);
  if (wanted.size === 0) return 1;
  const found = new Set(passages.flatMap((passage) => [...contentWords(passage)]));
  return [...wanted].filter((word) => found.has(word)).length / wanted.size;
}

/** Whether one of the two denies and the other does not. */
export function differsInNegation(
  statement: PreparedText,
  quotes: readonly PreparedText[],
): boolean {
  return quotes.length > 0 && quotes.every((quote) => denies(quote) !== denies(statement));
}

/** Words that carry meaning, shortened so that endings do not count. */
export function contentWords(text: PreparedText): Set<string> {
  const { articles, pronouns, prepositions } = text.lexicon;
  const words = new Set<string>();
  for (let token = 0; token < text.count; token++) {
    const key = keyAt(text, token);
    const isSmall = articles.has(key) || pronouns.has(key) || prepositions.has(key);
    if (isSmall || ((text.flags[token] ?? 0) & NUMBER) > 0) continue;
    if (key.length < MIN_WORD_LETTERS && !/[^\p{ASCII}]/u.test(key)) continue;
    words.add(stemOf(key));
  }
  return words;
}

export function stemOf(word: string): string {
  return stripAccents(word).slice(0, STEM_LETTERS);
}

function denies(text: PreparedText): boolean {
  return findCritical(text, { from: 0, to: text.count }, ["negation"]) !== null;
}

/** The first token that ends after this offset. */
function tokenAt({ ends, count }: PreparedText, offset: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, Math.max(0, count - 1));
}
