import type { ClaimStatus, ProblemCode, QuoteVerdict } from "@trovella/evidence";

/** How claims are counted by what they rest on, in this order. */
export const EVIDENCE_PARTS = [
  "found",
  "fromProgram",
  "fromAssistant",
  "derived",
  "confirmed",
  "weak",
  "contradicted",
  "disputed",
  "unverified",
] as const;
export type EvidencePart = (typeof EVIDENCE_PARTS)[number];

/** Reservations that a reader can make use of. */
type ShownProblem = Extract<
  ProblemCode,
  | "SOURCE_THIN"
  | "SOURCE_DEAD"
  | "SOURCE_OLD"
  | "NUMBER_MISSING"
  | "COVERAGE_LOW"
  | "NEGATION_DIFFERS"
  | "NAME_DIFFERS"
  | "RESERVATION_DROPPED"
  | "ONE_SOURCE"
  | "SAME_ORIGIN"
  | "LEVEL_LOW"
  | "QUOTE_CUT"
>;

/** Verdicts on quotes whose words are not shown as the source's own. */
type DoubtfulVerdict = Exclude<QuoteVerdict, "exact" | "normalised" | "fuzzy">;

interface Checked {
  readonly count: number;
  readonly name: string;
  /** `on 3 March 2026` */
  readonly when: string;
}

/** What documents say about claims and their evidence. */
export interface ClaimLabels {
  /** What the appendix is, below its title. */
  readonly note: string;
  readonly showInSource: string;
  /** `Claim 7, key` before its statement. */
  name(given: { readonly number: number; readonly isKey: boolean }): string;
  /** `read 3 March 2026`, of a source. */
  readOn(date: string): string;
  /** `claim 7`, behind a quote of a source. */
  reference(number: number): string;
  /** `31 claims` */
  total(count: number): string;
  readonly parts: Readonly<Record<EvidencePart, (count: number) => string>>;
  /** `2 of them cited here` */
  citedHere(count: number): string;
  checkedBy(given: Checked): string;
  /** After another person: `1 by Bo on 2 March 2026`. */
  alsoBy(given: Checked): string;
  checkedByMany(given: {
    readonly count: number;
    readonly people: number;
    readonly when: string;
  }): string;
  onDay(date: string): string;
  untilDay(date: string): string;
  readonly somebody: string;
  /** Explains the question mark behind a citation, as a sentence. */
  readonly questionMark: string;
  /** What the question mark means, in a few words. */
  readonly doubt: string;
  omitted(count: number): string;
  /** Why a document is a draft, as sentences. */
  readonly reasons: Readonly<Record<DraftReason, string>>;
  figuresWithoutClaim(given: { readonly without: number; readonly total: number }): string;
  claimsFallen(numbers: string): string;
  audit(given: {
    readonly by: string;
    readonly on: string;
    readonly verdict: "agree" | "disagree" | "unsure";
  }): string;
  readonly statuses: Readonly<Record<ClaimStatus, string>>;
  /** Where the text came from in which the quotes stand. */
  readonly levels: Readonly<Record<1 | 2 | 3, string>>;
  /** `Found in the source, in text fetched by Trovella` */
  standing(given: { readonly status: string; readonly where: string }): string;
  confirmedAndFound(where: string): string;
  readonly verdicts: Readonly<Record<DoubtfulVerdict, string>>;
  readonly problems: Readonly<Record<ShownProblem, string>>;
  readonly entry: {
    source(number: number): string;
    contrary(number: number): string;
    read(when: string): string;
    hash(digits: string): string;
    quote(doubt: string): string;
  };
}

export const DRAFT_REASONS = [
  "unknown",
  "composed",
  "unsupported",
  "contradicted",
  "misquoted",
  "weak",
  "withoutClaim",
  "unknownClaim",
  "noClaims",
  "noneCited",
] as const;
export type DraftReason = (typeof DRAFT_REASONS)[number];
