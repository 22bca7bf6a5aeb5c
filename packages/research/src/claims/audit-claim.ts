import type { TenantContext } from "@trovella/db";
import {
  type AuditVerdict,
  listCarriedClaims,
  lockClaim,
  type NewClaimAudit,
  storeClaimAudit,
} from "@trovella/db/evidence";
import { AppError } from "@trovella/foundation";
import { acceptsDecision } from "@trovella/plan-engine";

export interface ClaimVerdict extends NewClaimAudit {
  readonly claimId: string;
  /** Of the claim as the person saw it. */
  readonly digest: string;
}

/** Keeps what a person said of a claim. It counts until the claim is amended or a later verdict replaces it. */
export async function auditClaim(
  context: TenantContext,
  { claimId, digest, ...audit }: ClaimVerdict,
) {
  const claim = await lockClaim(context, claimId);
  if (!claim) {
    throw new AppError("NOT_FOUND", "There is no such claim. Next: look it up in the list.");
  }
  if (claim.digest !== digest) {
    throw new AppError(
      "STALE_LEASE",
      "The claim was amended since you saw it. Next: look at it as it is now, then judge it.",
      { claimId },
    );
  }
  if (!acceptsDecision(claim.reviewPolicy, audit.via)) throw notByProgram(claim.planId);
  requireNote(audit);
  const status = await storeClaimAudit(context, claim, audit);
  return {
    ...{ claimId, planId: claim.planId, verdict: audit.verdict, status },
    /** Numbers of the claims that follow from it, which are to be judged again. */
    carried: await listCarriedClaims(context, claim),
  };
}

function requireNote({ verdict, note }: { verdict: AuditVerdict; note: string | null }): void {
  if (verdict !== "disagree" || note) return;
  throw new AppError(
    "INVALID_INPUT",
    "note: is missing. Next: say what is wrong with the claim, so that somebody can fix it.",
    { field: "note" },
  );
}

function notByProgram(planId: string): AppError {
  return new AppError(
    "REVIEW_REQUIRES_HUMAN",
    "Verdicts on the claims of this plan count from a person in the console alone. Next: open the claim there.",
    { planId },
  );
}
