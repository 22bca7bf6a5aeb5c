import type { DocumentEvidence } from "../deliverable.ts";
import type { LintFinding } from "../lint-finding.ts";
import { draftReason } from "./draft-reason.ts";
import type { ClaimReport } from "./lint-claims.ts";

const REASONS: readonly (readonly [LintFinding["code"], string])[] = [
  ["CLAIM_UNSUPPORTED", draftReason.because("unsupported")],
  ["CLAIM_CONTRADICTED", draftReason.because("contradicted")],
  ["CLAIM_MISQUOTED", draftReason.because("misquoted")],
  ["CLAIM_WEAK", draftReason.because("weak")],
  ["FINDING_WITHOUT_SOURCE", draftReason.because("withoutClaim")],
];

/** Whether a document may be called final; the reason is for its readers. Only the strict policy refuses. */
export function documentGate(
  findings: readonly LintFinding[],
  {
    policy,
    figureSentences,
    claims,
  }: Pick<DocumentEvidence, "policy"> & Pick<ClaimReport, "figureSentences" | "claims">,
): { readonly passed: boolean; readonly reason: string | null } {
  if (policy !== "strict") return { passed: true, reason: null };
  const codes = new Set(findings.map(({ code }) => code));
  const { total, withoutClaim } = figureSentences;
  const reasons = [
    ...REASONS.flatMap(([code, reason]) => (codes.has(code) ? [reason] : [])),
    ...(claims.unknown > 0 ? [draftReason.because("unknownClaim")] : []),
    ...(claims.total === 0 ? [draftReason.because("noClaims")] : []),
    ...(claims.total > 0 && claims.cited === 0 ? [draftReason.because("noneCited")] : []),
    ...(withoutClaim > 0
      ? [draftReason.figuresWithoutClaim({ without: withoutClaim, total })]
      : []),
  ];
  return { passed: reasons.length === 0, reason: reasons.join(" ") || null };
}
