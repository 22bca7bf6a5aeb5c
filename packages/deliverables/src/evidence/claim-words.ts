import type { ClaimStatus, ProblemCode, QuoteVerdict } from "@trovella/evidence";

/** What readers are told about a claim. */
const STATUS_WORDS: Readonly<Record<ClaimStatus, string>> = {
  supported: "Found in the source",
  weak: "Weakly supported",
  unsupported: "Not found in the source",
  contradicted: "Contradicted by a source",
  derived: "Derived from other claims",
  confirmed: "Confirmed by a person",
  disputed: "Disputed by a person",
  unchecked: "Not checked against the source",
};

/** What the question mark behind a citation means. */
export const DOUBT = "not found in the source";

/** Where the text came from in which the quotes stand, by level. */
const LEVEL_WORDS = [
  "",
  "in text the assistant supplied",
  "in text the assistant's program supplied",
  "in text fetched by Trovella",
];

/** `Found in the source, in text fetched by Trovella`. */
export function standingWords(status: ClaimStatus, level: number): string {
  const where = LEVEL_WORDS[level] ?? "";
  if (status === "confirmed" && where) return `Confirmed by a person; found ${where}`;
  const isFound = status === "supported" || status === "weak";
  return isFound && where ? `${STATUS_WORDS[status]}, ${where}` : STATUS_WORDS[status];
}

const VERDICT_WORDS: Readonly<Record<QuoteVerdict, string>> = {
  exact: "",
  normalised: "",
  fuzzy: "",
  altered: "the source has other words",
  absent: "not found in the source",
  short: "too short to show anything",
  unchecked: "not checked",
};

/** Why the words of a quote are not shown as the source's own. */
export function verdictWords(verdict: QuoteVerdict | null): string {
  return VERDICT_WORDS[verdict ?? "unchecked"];
}

const PROBLEM_WORDS: Readonly<Partial<Record<ProblemCode, string>>> = {
  SOURCE_THIN: "the page has little text",
  SOURCE_DEAD: "the page is gone",
  SOURCE_OLD: "the source is old",
  NUMBER_MISSING: "a figure is in none of the quotes",
  COVERAGE_LOW: "the quotes share few words with it",
  NEGATION_DIFFERS: "only one of statement and quote says not, or one the opposite",
  NAME_DIFFERS: "it names others than the quotes",
  RESERVATION_DROPPED: "the quotes say it with a reservation",
  ONE_SOURCE: "one source only",
  SAME_ORIGIN: "the sources have one origin",
  LEVEL_LOW: "only in text the assistant supplied",
  QUOTE_CUT: "the sentence says more than the quote",
};

/** The reservations that a reader can make use of. */
export function problemWords(codes: readonly string[]): string[] {
  const words = codes.flatMap((code) => PROBLEM_WORDS[code as ProblemCode] ?? []);
  return [...new Set(words)];
}
