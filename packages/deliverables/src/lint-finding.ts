export const LINT_CODES = [
  "UNRESOLVED_MARKER",
  "OWN_NUMBERING",
  "BROKEN_MARKER",
  "SOURCE_WITHOUT_LINK",
  "QUOTE_ALTERED",
  "QUOTE_NOT_FOUND",
  "FINDING_WITHOUT_SOURCE",
  "CLAIM_UNSUPPORTED",
  "CLAIM_CONTRADICTED",
  "CLAIM_MISQUOTED",
  "CLAIM_WEAK",
  "FIGURE_WITHOUT_CLAIM",
] as const;
type LintCode = (typeof LINT_CODES)[number];

/** A problem that the author should look at. */
export interface LintFinding {
  readonly code: LintCode;
  readonly message: string;
  readonly sourceId?: string;
  readonly excerpt?: string;
}
