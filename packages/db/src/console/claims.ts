import type { ClaimKind, ClaimStatus, ProblemCode } from "@trovella/evidence/claim";
import { compose, limitTo, rawSql, type Sql, sql, whereAll } from "../connection/sql.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { AuditVerdict } from "../evidence/audits.ts";
import { CLAIM_STATUS, NEWEST_AUDIT } from "../evidence/claim-status.ts";
import { equalTo, type FilterValues, filterConditions } from "./list-filters.ts";
import { PLAN_LABEL, type PlanLabel, queryTitledRows } from "./titled-rows.ts";

export interface ConsoleClaim extends PlanLabel {
  readonly id: string;
  readonly planId: string;
  readonly planHandle: string;
  /** Counted per plan; documents cite it. */
  readonly number: number;
  readonly statement: string;
  readonly kind: ClaimKind;
  readonly status: ClaimStatus;
  readonly level: number;
  readonly isKey: boolean;
  readonly isDisputed: boolean;
  readonly isWithdrawn: boolean;
  readonly problemCodes: readonly ProblemCode[];
  readonly sourceCount: number;
  /** The newest verdict of a person on the claim as it stands. */
  readonly audit: AuditVerdict | null;
  /** The smallest is the first that a person should look at. */
  readonly rank: number;
  readonly createdAt: Date;
}

const hasProblem = (code: ProblemCode) => `claim.problems @> '[{"code":"${code}"}]'`;
const hasAnyProblem = (...codes: ProblemCode[]) => codes.map(hasProblem).join(" OR ");
/** Not by verdicts, so that a list keeps its order while somebody works through it. */
export const CLAIM_RISK = `CASE
  WHEN claim.status = 'contradicted' THEN 0
  WHEN ${hasAnyProblem("QUOTE_ALTERED", "QUOTE_ABSENT", "QUOTE_SHORT")} THEN 1
  WHEN ${hasProblem("NUMBER_MISSING")} THEN 2
  WHEN ${hasAnyProblem("COVERAGE_LOW", "NEGATION_DIFFERS", "NAME_DIFFERS", "RESERVATION_DROPPED", "QUOTE_CUT")} THEN 3
  WHEN claim.status IN ('unsupported', 'unchecked') THEN 4
  WHEN claim.level <= 1 AND claim.status <> 'derived' THEN 5
  WHEN claim.problems <> '[]' THEN 6
  ELSE 7 END`;
/** Key claims come first, then those at risk, then what was withdrawn. */
const RANK = `(CASE WHEN claim.withdrawn_at IS NOT NULL THEN 20 WHEN claim.is_key THEN 0 ELSE 10 END + ${CLAIM_RISK})`;

export const CLAIM_COLUMNS = `claim.id, claim.plan_id AS "planId", plan.handle AS "planHandle", ${PLAN_LABEL}, claim.number, claim.statement,
  claim.kind, ${CLAIM_STATUS} AS status, claim.level, claim.is_key AS "isKey", claim.is_disputed AS "isDisputed",
  claim.withdrawn_at IS NOT NULL AS "isWithdrawn", ${NEWEST_AUDIT} AS audit, ${RANK} AS rank, claim.created_at AS "createdAt",
  ARRAY(SELECT DISTINCT problem ->> 'code' FROM jsonb_array_elements(claim.problems) AS problem) AS "problemCodes",
  (SELECT count(DISTINCT key) FROM claim_evidence AS evidence WHERE evidence.claim_id = claim.id)::integer AS "sourceCount"`;
export const WITH_PLAN = "JOIN research_plan AS plan ON plan.id = claim.plan_id";

const FILTERS = {
  planId: equalTo("claim.plan_id"),
  status: statusIs,
  isKey: equalTo<boolean>("claim.is_key"),
  /** Any mention of the source. */
  sourceId: (sourceId: string) => sql`claim.id IN (
    SELECT evidence.claim_id FROM claim_evidence AS evidence
    WHERE evidence.key = (SELECT source.key FROM research_source AS source WHERE source.id = ${sourceId}))`,
  isUnaudited: (isUnaudited: boolean) =>
    isUnaudited
      ? rawSql(`NOT EXISTS (
          SELECT FROM claim_audit AS audit WHERE audit.claim_id = claim.id AND audit.claim_digest = claim.digest)`)
      : null,
};
export type ClaimFilters = FilterValues<typeof FILTERS>;

/** The verdicts of people that make a status. */
const VERDICTS: Partial<Record<ClaimStatus, AuditVerdict>> = {
  confirmed: "agree",
  disputed: "disagree",
};

/** What was judged is in an index; what people said is looked up claim by claim. */
function statusIs(status: ClaimStatus): Sql {
  const verdict = VERDICTS[status];
  const audit = rawSql(NEWEST_AUDIT);
  if (verdict !== undefined) return sql`${audit} = ${verdict}`;
  return sql`claim.status = ${status} AND coalesce(${audit}, 'unsure') = 'unsure'`;
}

/** Where claims of all plans are read. An index has those of which anybody ever said so, newest first; most claims are in none. */
function claimsOf(status: ClaimStatus | undefined): { readonly rows: Sql; readonly order: Sql } {
  const verdict = status && VERDICTS[status];
  if (verdict === undefined) return { rows: sql`claim`, order: sql`claim.id DESC` };
  return {
    rows: sql`(SELECT DISTINCT claim_id FROM claim_audit WHERE verdict = ${verdict} ORDER BY claim_id DESC) AS said JOIN claim ON claim.id = said.claim_id`,
    order: sql`said.claim_id DESC`,
  };
}

export interface ClaimPage {
  readonly limit: number;
  /** The last claim of the page before. */
  readonly after: Pick<ConsoleClaim, "id" | "rank" | "number"> | null;
}

/** Claims that pass the filters: of one plan by rank, of all plans the newest, without those that were withdrawn. */
export function listConsoleClaims(
  context: TenantContext,
  { limit, after, ...filters }: ClaimFilters & ClaimPage,
): Promise<ConsoleClaim[]> {
  const isOfPlan = filters.planId !== undefined;
  const where = whereAll([
    ...filterConditions(FILTERS, filters),
    isOfPlan ? null : sql`claim.withdrawn_at IS NULL`,
    after && isOfPlan
      ? sql`(${rawSql(RANK)}, claim.number) > (${after.rank}, ${after.number})`
      : null,
    after && !isOfPlan ? sql`claim.id < ${after.id}` : null,
  ]);
  const byRank = rawSql(`${RANK}, claim.number`);
  const { rows, order } = isOfPlan ? { rows: sql`claim`, order: byRank } : claimsOf(filters.status);
  // The page is cut before anything is counted or looked up.
  const page = sql`SELECT claim.* FROM ${rows} ${where} ORDER BY ${order} ${limitTo(limit)}`;
  const query = sql`SELECT ${rawSql(CLAIM_COLUMNS)} FROM (${page}) AS claim ${rawSql(WITH_PLAN)} ORDER BY ${isOfPlan ? byRank : sql`claim.id DESC`}`;
  return queryTitledRows(context, compose(query));
}

const BY_IDS = defineStatement(`
  SELECT ${CLAIM_COLUMNS} FROM claim ${WITH_PLAN} WHERE claim.id = ANY($1::text[]) ORDER BY ${RANK}, claim.number`);

/** Some claims of one plan, by rank. */
export function listClaimsByIds(
  context: TenantContext,
  ids: readonly string[],
): Promise<ConsoleClaim[]> {
  return queryTitledRows(context, execution(BY_IDS, [ids]));
}
