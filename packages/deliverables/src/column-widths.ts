/** A longer word is broken rather than given all the room. */
const MAX_WORD_LENGTH = 14;
const MAX_WEIGHT = 60;

interface Page {
  readonly width: number;
  /** How wide a letter is, about. */
  readonly characterWidth: number;
  readonly padding: number;
}

/**
 * How the columns of a table share a page: each has room for its longest word, if possible, and they
 * divide the rest by how much stands in them. Takes rows of equal length, the header first.
 */
export function columnWidths(rows: readonly (readonly string[])[], page: Page): number[] {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ""));
  const least = columns.map((texts) => {
    const words = texts.flatMap((text) => text.split(/[\s/-]+/));
    return Math.min(MAX_WORD_LENGTH, longest(words, 3)) * page.characterWidth + page.padding;
  });
  const needed = sum(least);
  if (needed >= page.width) return least.map((width) => (page.width * width) / needed);

  const weights = columns.map((texts) => Math.min(MAX_WEIGHT, longest(texts, 4)));
  const rest = page.width - needed;
  return least.map((width, column) => width + (rest * (weights[column] ?? 0)) / sum(weights));
}

function longest(texts: readonly string[], least: number): number {
  return texts.reduce((length, text) => Math.max(length, text.length), least);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
