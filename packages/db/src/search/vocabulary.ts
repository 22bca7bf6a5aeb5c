/** Texts with fewer different words are not limited. */
const MIN_WORDS = 2_500;
/** Languages have up to about 30 different words per square root of the length (Heaps' law). */
const WORDS_PER_ROOT = 50;
const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts without spaces, whose longer runs are clauses and therefore nearly all different. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const MAX_UNSPACED_WORD = 3;

/**
 * The different words of one text. Each of them costs the index hundreds of bytes, so a text is searched only as far as
 * it has no more of them than any language would.
 */
export class Vocabulary {
  private readonly words = new Set<string>();
  private length = 0;

  /** Adds the words of the next stretch; false when there are too many different ones by then. */
  accepts(stretch: string): boolean {
    for (const [word] of stretch.matchAll(WORD)) {
      if (word.length > MAX_UNSPACED_WORD && UNSPACED.test(word)) continue;
      this.words.add(word.toLowerCase());
      this.length += 1;
    }
    return this.words.size <= Math.max(MIN_WORDS, WORDS_PER_ROOT * Math.sqrt(this.length));
  }
}
