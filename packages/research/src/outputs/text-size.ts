const WORDS_PER_PAGE = 450;
const MARKERS = /\[{1,2}\^?(?:src:[^\]\n]{1,500}|own)\]{1,2}/gi;

export interface TextSize {
  readonly words: number;
  /** Estimated, for a printed page of text. */
  readonly pages: number;
}

/** How long an output reads, without its citations. Scripts without spaces count two characters as a word. */
export function textSize(markdown: string): TextSize {
  const text = markdown.replace(MARKERS, " ");
  const dense = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu)?.length ?? 0;
  const spaced = text
    .replace(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu, " ")
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.,-]*/gu);
  const words = (spaced?.length ?? 0) + Math.ceil(dense / 2);
  return { words, pages: Math.max(1, Math.ceil(words / WORDS_PER_PAGE)) };
}
