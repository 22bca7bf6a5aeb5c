import { queryRows, rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { AuditVerdict } from "../evidence/audits.ts";
import { NEWEST_AUDIT } from "../evidence/claim-status.ts";
import { CLAIM_RISK } from "./claims.ts";

/** A claim as far as drawing a sample needs it. */
export interface ClaimToDraw {
  readonly id: string;
  readonly isKey: boolean;
  readonly risk: number;
}

const MAX_CLAIMS = 2_000;
const TO_DRAW = defineStatement(`
  SELECT claim.id, claim.is_key AS "isKey", ${CLAIM_RISK} AS risk FROM claim
  WHERE claim.plan_id = $1 AND claim.withdrawn_at IS NULL ORDER BY claim.number LIMIT ${MAX_CLAIMS}`);

export function listClaimsToDraw(context: TenantContext, planId: string): Promise<ClaimToDraw[]> {
  return queryRows(context, execution(TO_DRAW, [planId]));
}

export interface ClaimAuditCounts {
  /** Claims of the plan that were not withdrawn. */
  readonly total: number;
  /** By the newest verdict on each claim as it stands. */
  readonly agree: number;
  readonly disagree: number;
  readonly unsure: number;
  /** The median over every verdict ever given in the plan; absent where nobody measured. */
  readonly medianSeconds: Readonly<Partial<Record<AuditVerdict, number>>>;
}

const COUNTS = defineStatement(`
  SELECT count(*)::integer AS total, count(*) FILTER (WHERE verdict = 'agree')::integer AS agree,
    count(*) FILTER (WHERE verdict = 'disagree')::integer AS disagree, count(*) FILTER (WHERE verdict = 'unsure')::integer AS unsure
  FROM (SELECT ${NEWEST_AUDIT} AS verdict FROM claim WHERE claim.plan_id = $1 AND claim.withdrawn_at IS NULL) AS seen`);
const SECONDS = defineStatement(`
  SELECT audit.verdict, percentile_cont(0.5) WITHIN GROUP (ORDER BY audit.seconds)::float8 AS seconds
  FROM claim JOIN claim_audit AS audit ON audit.claim_id = claim.id
  WHERE claim.plan_id = $1 AND audit.seconds IS NOT NULL GROUP BY audit.verdict`);

export async function countClaimAudits(
  context: TenantContext,
  planId: string,
): Promise<ClaimAuditCounts> {
  const [counted, timed] = await context.send([
    execution(COUNTS, [planId]),
    execution(SECONDS, [planId]),
  ]);
  const [counts] = rowsOf<Omit<ClaimAuditCounts, "medianSeconds">>(counted);
  const medians = rowsOf<{ verdict: AuditVerdict; seconds: number }>(timed);
  return {
    ...(counts ?? { total: 0, agree: 0, disagree: 0, unsure: 0 }),
    medianSeconds: Object.fromEntries(medians.map(({ verdict, seconds }) => [verdict, seconds])),
  };
}
