const FOLDED_LENGTH = 280;
/** Folding away less would only be in the way. */
const MIN_FOLDED_AWAY = 120;

/** The beginning of a long quote, ending with a whole word; a short one whole. */
export function quoteStart(quote: string): string {
  if (quote.length <= FOLDED_LENGTH + MIN_FOLDED_AWAY) return quote;
  const start = quote
    .slice(0, FOLDED_LENGTH)
    .toWellFormed()
    .replace(/\uFFFD$/, "");
  const space = start.search(/\s\S*$/);
  return (space > FOLDED_LENGTH / 2 ? start.slice(0, space) : start).trimEnd();
}
