import type { TenantContext } from "@trovella/db";
import { readWholeClaims, type WholeClaim, type WholeEvidence } from "@trovella/db/evidence";
import {
  type ClaimEvidence,
  type DocumentClaim,
  type DocumentEvidence,
  draftReason,
  isDoubtful,
} from "@trovella/deliverables";
import { type ClaimStatus, countByStatus } from "@trovella/evidence/claim";
import { auditedStatus } from "./count-claims.ts";

/** What is kept with a version of an output about its claims. */
export interface OutputEvidence {
  readonly policy: DocumentEvidence["policy"];
  readonly state: DocumentEvidence["state"];
  readonly reason: string | null;
  /** Claims that it cites, by status, when it was stored. */
  readonly counts: Readonly<Partial<Record<ClaimStatus, number>>>;
}

/** The names of people, by user. */
export type NameOf = (userId: string) => string | undefined;

/** The claims that a document cites; all of the plan where it cites none. */
export async function readCitedClaims(
  context: TenantContext,
  planId: string,
  cited: readonly number[],
): Promise<WholeClaim[]> {
  const claims = await readWholeClaims(context, planId);
  const own = claims.filter(({ number }) => cited.includes(number));
  return own.length > 0 ? own : claims;
}

/** The claims as a document shows them; those whose source is none of the plan's are left out. */
export function documentClaims(claims: readonly WholeClaim[], nameOf: NameOf): DocumentClaim[] {
  return claims.map((claim) => {
    const { number, statement, kind, isKey, level, problems, lastAudit } = claim;
    return {
      number,
      statement,
      kind,
      isKey,
      status: auditedStatus(claim),
      level,
      problems: problems.map(({ code }) => code),
      evidence: claim.evidence.flatMap(claimEvidence),
      audit: lastAudit && {
        by: nameOf(lastAudit.userId) ?? "a person",
        at: new Date(lastAudit.at),
        verdict: lastAudit.verdict,
      },
    };
  });
}

function claimEvidence(evidence: WholeEvidence): ClaimEvidence[] {
  const { source, startAt, endAt, captureId: _, prefix, suffix, fetchedAt, ...shown } = evidence;
  if (source === null) return [];
  return [
    {
      ...shown,
      source,
      prefix: prefix ?? "",
      suffix: suffix ?? "",
      start: startAt,
      end: endAt,
      fetchedAt: fetchedAt === null ? null : new Date(fetchedAt),
    },
  ];
}

/**
 * How a stored document stands today. One that passed the strict gate is no longer final once a claim that it cites does
 * not stand any more: a page was read later, or a person disagreed.
 */
export function evidenceToday(
  stored: OutputEvidence | null,
  claims: readonly DocumentClaim[],
  cited: readonly number[],
): DocumentEvidence {
  const { policy = "warn", state = "final", reason = null } = stored ?? {};
  const fallen = claims.filter(
    ({ number, status }) => cited.includes(number) && isDoubtful(status),
  );
  if (policy === "strict" && state === "final" && fallen.length > 0) {
    const names = fallen.map(({ number }) => number).join(", ");
    return {
      policy,
      state: "draft",
      reason: draftReason.claimsFallen(names),
      claims,
    };
  }
  return { policy, state, reason, claims };
}

/** Of the claims that a document cites. */
export function citedCounts(
  claims: readonly DocumentClaim[],
  cited: readonly number[],
): OutputEvidence["counts"] {
  return countByStatus(claims.filter(({ number }) => cited.includes(number)));
}
