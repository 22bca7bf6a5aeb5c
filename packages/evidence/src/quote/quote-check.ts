export const QUOTE_VERDICTS = [
  "exact",
  "normalised",
  "fuzzy",
  "altered",
  "absent",
  "short",
  "unchecked",
] as const;
export type QuoteVerdict = (typeof QUOTE_VERDICTS)[number];

/** What an ellipsis leaves out, and what it hides if that changes what is said. */
export interface Elision {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly hides?: string;
}

/** Whether and where a text has a quote. Offsets count in the original text. */
export interface QuoteCheck {
  readonly verdict: QuoteVerdict;
  readonly start?: number;
  readonly end?: number;
  readonly elided?: readonly Elision[];
  readonly differs?: readonly { readonly source: string; readonly quote: string }[];
  /** The passage that the quote comes closest to, for a second try. */
  readonly closest?: { readonly start: number; readonly end: number; readonly text: string };
  /** Words of the same sentence that say who speaks, or under which condition, and that the quote lacks. */
  readonly cutOff?: string;
  /** False where the language has no word lists: then slips and small words are not forgiven. */
  readonly isJudgedFuzzily: boolean;
  readonly languageNote?: string;
}

const ACCEPTED: readonly QuoteVerdict[] = ["exact", "normalised", "fuzzy"];

/** Whether the quote stands as evidence. */
export function isStanding({ verdict }: QuoteCheck): boolean {
  return ACCEPTED.includes(verdict);
}
