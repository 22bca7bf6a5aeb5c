import type { DocumentEvidence } from "../deliverable.ts";
import type { LintFinding } from "../lint-finding.ts";
import type { ClaimReport } from "./lint-claims.ts";

const REASONS: readonly (readonly [LintFinding["code"], string])[] = [
  ["CLAIM_UNSUPPORTED", "It states what was not found in its sources."],
  ["CLAIM_CONTRADICTED", "It states what a source contradicts."],
  ["CLAIM_MISQUOTED", "It states something else than the claims that it cites."],
  ["CLAIM_WEAK", "A claim that it cites is only weakly supported."],
  ["FINDING_WITHOUT_SOURCE", "It states what rests on no claim."],
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
    ...(claims.unknown > 0 ? ["It cites a claim that does not exist."] : []),
    ...(claims.total === 0 ? ["No claim was recorded for it."] : []),
    ...(claims.total > 0 && claims.cited === 0 ? ["It cites none of the claims."] : []),
    ...(withoutClaim > 0
      ? [`${withoutClaim} of ${total} sentences with figures rest on no claim.`]
      : []),
  ];
  return { passed: reasons.length === 0, reason: reasons.join(" ") || null };
}
