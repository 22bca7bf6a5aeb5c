import type { ClaimStatus } from "@trovella/evidence/claim";
import type { ReviewPolicy } from "@trovella/plan-engine";
import { newId } from "../connection/new-id.ts";
import { queryRows, rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { AUDIT_VERDICTS } from "../schema/value-lists.ts";
import { CLAIM_STATUS } from "./claim-status.ts";

export type AuditVerdict = (typeof AUDIT_VERDICTS)[number];

export interface AuditableClaim {
  readonly id: string;
  readonly planId: string;
  readonly digest: string;
  readonly isWithdrawn: boolean;
  readonly reviewPolicy: ReviewPolicy;
}

export interface NewClaimAudit {
  readonly verdict: AuditVerdict;
  readonly note: string | null;
  readonly seconds: number | null;
  readonly userId: string;
  readonly via: "console" | "api";
  readonly now: Date;
}

const LOCK = defineStatement(`
  SELECT claim.id, claim.plan_id AS "planId", claim.digest, claim.withdrawn_at IS NOT NULL AS "isWithdrawn",
    plan.review_policy AS "reviewPolicy"
  FROM claim JOIN research_plan AS plan ON plan.id = claim.plan_id WHERE claim.id = $1 FOR SHARE OF claim`);

/** The claim, which nobody amends until the transaction ends; null when there is none. */
export async function lockClaim(
  context: TenantContext,
  claimId: string,
): Promise<AuditableClaim | null> {
  const [claim] = await queryRows<AuditableClaim>(context, execution(LOCK, [claimId]));
  return claim ?? null;
}

const STORE = defineStatement(`
  INSERT INTO claim_audit (organization_id, id, claim_id, claim_digest, verdict, note, seconds, user_id, via, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz)`);
const READ_STATUS = defineStatement(`SELECT ${CLAIM_STATUS} AS status FROM claim WHERE id = $1`);

/** Stores what a person said of the claim as it stands; returns what it counts as from now on. */
export async function storeClaimAudit(
  context: TenantContext,
  { id, digest }: Pick<AuditableClaim, "id" | "digest">,
  { verdict, note, seconds, userId, via, now }: NewClaimAudit,
): Promise<ClaimStatus> {
  const key = [context.tenant.organizationId, newId("claimAudit")];
  const [, read] = await context.send([
    execution(STORE, [...key, id, digest, verdict, note, seconds, userId, via, now]),
    execution(READ_STATUS, [id]),
  ]);
  const [row] = rowsOf<{ status: ClaimStatus }>(read);
  if (!row) throw new Error(`Claim ${id} is locked and yet not there.`);
  return row.status;
}

const CARRIED = defineStatement(`
  WITH RECURSIVE carried AS (
    SELECT id, number FROM claim WHERE plan_id = $1 AND $2 = ANY(rests_on)
    UNION SELECT claim.id, claim.number FROM claim JOIN carried ON carried.id = ANY(claim.rests_on) WHERE claim.plan_id = $1)
  SELECT number FROM carried ORDER BY number LIMIT 100`);

/** The numbers of the claims that follow from one, at once or through others. */
export async function listCarriedClaims(
  context: TenantContext,
  { id, planId }: Pick<AuditableClaim, "id" | "planId">,
): Promise<number[]> {
  const rows = await queryRows<{ number: number }>(context, execution(CARRIED, [planId, id]));
  return rows.map(({ number }) => number);
}
