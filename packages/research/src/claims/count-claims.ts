import type { TenantContext } from "@trovella/db";
import { type KnownClaim, listPlanClaims } from "@trovella/db/evidence";
import { type ClaimStatus, countByStatus } from "@trovella/evidence/claim";

/** How the claims of a plan stand, without those that were withdrawn; statuses that none has are left out. */
export type ClaimCounts = { readonly total: number; readonly key: number } & {
  readonly [Status in ClaimStatus]?: number;
};

interface CountedClaim {
  readonly status: ClaimStatus;
  readonly isKey: boolean;
  readonly isWithdrawn: boolean;
}

export function countClaims(claims: readonly CountedClaim[]): ClaimCounts {
  const counted = claims.filter(({ isWithdrawn }) => !isWithdrawn);
  const key = counted.filter(({ isKey }) => isKey).length;
  return { total: counted.length, key, ...countByStatus(counted) };
}

/** What a person said of the claim as it stands counts before what was judged. */
export function auditedStatus({
  status,
  audit,
}: Pick<KnownClaim, "status" | "audit">): ClaimStatus {
  if (audit === "agree") return "confirmed";
  return audit === "disagree" ? "disputed" : status;
}

/** How the claims of a plan stand; null when it has none. */
export async function claimCountsOf(
  context: TenantContext,
  planId: string,
): Promise<ClaimCounts | null> {
  const claims = await listPlanClaims(context, planId);
  if (claims.length === 0) return null;
  return countClaims(claims.map((claim) => ({ ...claim, status: auditedStatus(claim) })));
}
