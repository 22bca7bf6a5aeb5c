interface Quoted {
  readonly quote: string | null;
}

/** Keeps quotes whole while they fit together, and leaves out the others: half a quote would be a misquotation. */
export function wholeQuotes<Row extends Quoted>(
  rows: readonly Row[],
  maxCharacters: number,
): (Row & { readonly isQuoteOmitted: boolean })[] {
  let left = maxCharacters;
  return rows.map((row) => {
    const length = row.quote?.length ?? 0;
    if (length > left) return { ...row, quote: null, isQuoteOmitted: true };
    left -= length;
    return { ...row, isQuoteOmitted: false };
  });
}
