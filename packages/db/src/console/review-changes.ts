import type { ClaimStatus } from "@trovella/evidence/claim";
import type { ReviewDecision, StepStatus, StepType } from "@trovella/plan-engine";
import { rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { CLAIM_STATUS } from "../evidence/claim-status.ts";

/** What happened in a plan between its last decided review and this one. */
export interface ReviewChanges {
  /** When the review before was decided; null at the first one, whose changes are those since the start. */
  readonly since: Date | null;
  /** The newest first. */
  readonly decisions: readonly EarlierDecision[];
  readonly steps: readonly SettledStep[];
  readonly stepCount: number;
  readonly findingCount: number;
  readonly sourceCount: number;
  readonly claimCounts: Readonly<Partial<Record<ClaimStatus, number>>>;
}

interface EarlierDecision {
  readonly reviewId: string;
  readonly stepOrder: number;
  readonly decision: ReviewDecision;
  readonly feedback: string | null;
  readonly decidedAt: Date;
}

interface SettledStep {
  readonly stepOrder: number;
  readonly stepType: StepType;
  readonly status: StepStatus;
  readonly summary: string | null;
}

const MAX_STEPS = 12;
const MAX_DECISIONS = 5;
const MAX_FEEDBACK = 1_000;
const MAX_SUMMARY = 400;

/** The review, and the time between the decision before and its own. */
const SPAN = `WITH review AS (
    SELECT id, plan_id, requested_at, coalesce(decided_at, 'infinity') AS until FROM plan_review WHERE id = $1),
  span AS (
    SELECT review.*, coalesce((
      SELECT max(earlier.decided_at) FROM plan_review AS earlier
      WHERE earlier.plan_id = review.plan_id AND earlier.id <> review.id AND earlier.decided_at <= review.requested_at), '-infinity') AS since
    FROM review)`;
const WITHIN = (moment: string) => `${moment} > span.since AND ${moment} <= span.until`;
const DECISIONS = defineStatement(`${SPAN}
  SELECT earlier.id AS "reviewId", step.step_order AS "stepOrder", earlier.decision, left(earlier.feedback, ${MAX_FEEDBACK}) AS feedback,
    earlier.decided_at AS "decidedAt"
  FROM span JOIN plan_review AS earlier ON earlier.plan_id = span.plan_id AND earlier.id <> span.id AND earlier.decided_at <= span.requested_at
  JOIN plan_step AS step ON step.id = earlier.step_id ORDER BY earlier.decided_at DESC, earlier.id DESC LIMIT ${MAX_DECISIONS}`);
const STEPS = defineStatement(`${SPAN}
  SELECT step_order AS "stepOrder", step_type AS "stepType", status, left(coalesce(result_summary, failure_reason), ${MAX_SUMMARY}) AS summary,
    count(*) OVER ()::integer AS total
  FROM span JOIN plan_step AS step ON step.plan_id = span.plan_id AND ${WITHIN("step.completed_at")}
  ORDER BY step_order LIMIT ${MAX_STEPS}`);
const COUNTS = defineStatement(`${SPAN}
  SELECT
    (SELECT count(*) FROM research_artifact AS artifact WHERE artifact.plan_id = span.plan_id AND ${WITHIN("artifact.created_at")})::integer AS findings,
    (SELECT count(*) FROM plan_source AS entry WHERE entry.plan_id = span.plan_id AND ${WITHIN("entry.created_at")})::integer AS sources
  FROM span`);
const CLAIMS = defineStatement(`${SPAN}
  SELECT ${CLAIM_STATUS} AS status, count(*)::integer AS count FROM span
  JOIN claim ON claim.plan_id = span.plan_id AND claim.withdrawn_at IS NULL AND ${WITHIN("claim.judged_at")} GROUP BY 1`);

export async function readReviewChanges(
  context: TenantContext,
  reviewId: string,
): Promise<ReviewChanges> {
  const [decided, settled, counted, judged] = await context.send(
    [DECISIONS, STEPS, COUNTS, CLAIMS].map((statement) => execution(statement, [reviewId])),
  );
  const decisions = rowsOf<EarlierDecision>(decided);
  const steps = rowsOf<SettledStep & { total: number }>(settled);
  const [counts] = rowsOf<{ findings: number; sources: number }>(counted);
  const claims = rowsOf<{ status: ClaimStatus; count: number }>(judged);
  return {
    since: decisions[0]?.decidedAt ?? null,
    decisions,
    steps: steps.map(({ total: _, ...step }) => step),
    stepCount: steps[0]?.total ?? 0,
    findingCount: counts?.findings ?? 0,
    sourceCount: counts?.sources ?? 0,
    claimCounts: Object.fromEntries(claims.map(({ status, count }) => [status, count])),
  };
}
