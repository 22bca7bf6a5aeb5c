import { MARK } from "@trovella/db/search";

const SNIPPET_CHARACTERS = 200;
/** How much is shown before the first word that was searched for. */
const LEAD_CHARACTERS = 40;

interface Word {
  readonly text: string;
  readonly isMarked: boolean;
}

/** The stretch of about so many characters with most of the words that were searched for, these between asterisks. */
export function makeSnippet(marked: string, length = SNIPPET_CHARACTERS): string {
  const words = wordsOf(marked);
  const { start, end } = bestWindow(words, length);
  const shown = words
    .slice(start, end)
    .map(({ text }) => text)
    .join(" ");
  return `${start > 0 ? "… " : ""}${shown}${end < words.length ? " …" : ""}`;
}

/** Without what Markdown means and a line of plain text does not: citations, emphasis, headings. */
function wordsOf(marked: string): Word[] {
  return marked
    .replace(/\[src:[^\]\s]*\]/g, "")
    .replaceAll("**", "")
    .split(/\s+/)
    .filter((word) => word !== "" && !/^(#+|[-*>])$/.test(word))
    .map((word) => ({
      text: word.replaceAll(MARK.start, "**").replaceAll(MARK.end, "**"),
      isMarked: word.includes(MARK.start),
    }));
}

/** The stretch with the most different marked words, then with the most of them, then the first. */
function bestWindow(words: readonly Word[], length: number): { start: number; end: number } {
  let best = { start: 0, end: windowEnd(words, 0, length), rank: 0 };
  for (const [index, { isMarked }] of words.entries()) {
    if (!isMarked) continue;
    const start = windowStart(words, index);
    const end = windowEnd(words, start, length);
    const rank = rankOf(words.slice(start, end));
    if (rank > best.rank) best = { start, end, rank };
  }
  return best;
}

function rankOf(words: readonly Word[]): number {
  const marked = words.filter(({ isMarked }) => isMarked).map(({ text }) => text.toLowerCase());
  return new Set(marked).size * 1000 + marked.length;
}

/** A little before the marked word, so that the snippet reads like a sentence. */
function windowStart(words: readonly Word[], marked: number): number {
  let start = marked;
  let lead = 0;
  while (start > 0) {
    lead += (words[start - 1]?.text.length ?? 0) + 1;
    if (lead > LEAD_CHARACTERS) break;
    start -= 1;
  }
  return start;
}

/** As many words as fit, but at least one. */
function windowEnd(words: readonly Word[], start: number, length: number): number {
  let end = start;
  let sum = 0;
  while (end < words.length) {
    sum += (words[end]?.text.length ?? 0) + 1;
    if (sum > length && end > start) break;
    end += 1;
  }
  return end;
}
