import type {
  DecidedVia,
  PlanActivity,
  ReviewDecision,
  ReviewPolicy,
  StepType,
} from "@trovella/plan-engine";
import { compare, compose, limitTo, rawSql, type Sql, sql, whereAll } from "../connection/sql.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { activityOf } from "../plans/plan-activity.ts";
import { isAskedOf, type Viewpoint } from "./asked-person.ts";
import { PLAN_LABEL, type PlanLabel, queryTitledRows } from "./titled-rows.ts";

export interface ConsoleReview extends PlanLabel {
  readonly id: string;
  readonly planId: string;
  readonly planHandle: string;
  readonly planStatus: string;
  readonly ownerId: string | null;
  readonly assigneeId: string | null;
  readonly researchQuestion: string;
  readonly reviewPolicy: ReviewPolicy;
  readonly stepId: string;
  readonly stepOrder: number;
  readonly stepType: StepType;
  readonly stepCount: number;
  readonly attempt: number;
  readonly instructions: string;
  readonly summary: string;
  readonly questions: readonly string[];
  readonly requestedAt: Date;
  readonly askedBy: string | null;
  readonly sessionId: string | null;
  readonly decision: ReviewDecision | null;
  readonly feedback: string | null;
  readonly decidedVia: DecidedVia | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly position: string;
}

const columns = (
  length: number,
) => `review.id, review.plan_id AS "planId", plan.handle AS "planHandle", ${PLAN_LABEL}, plan.status AS "planStatus",
  plan.created_by AS "ownerId", plan.assignee_id AS "assigneeId",
  left(plan.research_question, ${length}) AS "researchQuestion", plan.review_policy AS "reviewPolicy", review.step_id AS "stepId",
  step.step_order AS "stepOrder", step.step_type AS "stepType", step.attempt, left(step.instructions, ${length}) AS instructions,
  (SELECT count(*) FROM plan_step AS other WHERE other.plan_id = review.plan_id)::integer AS "stepCount",
  left(review.summary, ${2 * length}) AS summary, review.questions, requested_at AS "requestedAt", asked.actor_client AS "askedBy",
  asked.session_id AS "sessionId", decision, left(feedback, ${2 * length}) AS feedback, decided_via AS "decidedVia",
  decided_by AS "decidedBy", decided_at AS "decidedAt", coalesce(decided_at, requested_at)::text AS position`;
const ASKED = `
  LEFT JOIN LATERAL (
    SELECT actor_client, session_id FROM plan_audit_log AS audit
    WHERE audit.step_id = review.step_id AND action = 'review_requested' AND created_at <= review.requested_at
    ORDER BY seq DESC LIMIT 1
  ) AS asked ON true`;
const JOINED = rawSql(`
  JOIN plan_step AS step ON step.id = review.step_id JOIN research_plan AS plan ON plan.id = review.plan_id ${ASKED}`);
const LISTED_LENGTH = 600;
const LISTED = rawSql(columns(LISTED_LENGTH));

interface ReviewPage {
  /** Only open reviews that this person is asked for. */
  readonly of?: Viewpoint | null;
  /** Open reviews to leave out. */
  readonly hidden?: readonly string[];
  readonly planId: string | null;
  readonly after: { readonly at: string; readonly id: string } | null;
  readonly limit: number;
}

/** Bounds the time that looking for a person's reviews takes. */
const MAX_OPEN = 10_000;

/** Reviews that await a decision, the oldest first. */
export function listOpenReviews(
  context: TenantContext,
  { of = null, hidden = [], planId, after, limit }: ReviewPage,
): Promise<ConsoleReview[]> {
  const open = whereAll([
    sql`decision IS NULL`,
    sql`id <> ALL(${hidden}::text[])`,
    compare("plan_id =", planId),
    after && sql`(requested_at, id) > (${after.at}::timestamptz, ${after.id})`,
  ]);
  const wanted = whereAll([
    sql`id = plan_id`,
    sql`status NOT IN ('completed', 'failed')`,
    of && isAskedOf("research_plan", of),
  ]);
  // Lateral joins look each open review up: reviews are few, plans are many.
  const page = sql`(
    SELECT review.* FROM (SELECT * FROM plan_review ${open} ORDER BY requested_at, id LIMIT ${MAX_OPEN}) AS review
    CROSS JOIN LATERAL (SELECT FROM plan_step WHERE id = step_id AND status = 'awaiting_input' LIMIT 1) AS step
    CROSS JOIN LATERAL (SELECT FROM research_plan ${wanted} LIMIT 1) AS plan
    ORDER BY requested_at, review.id ${limitTo(limit)})`;
  return list(context, page, sql`ORDER BY requested_at, review.id`);
}

/** Reviews that were decided, the newest decision first. */
export function listDecidedReviews(
  context: TenantContext,
  { planId, after, limit }: ReviewPage,
): Promise<ConsoleReview[]> {
  const where = whereAll([
    sql`decided_at IS NOT NULL`,
    compare("review.plan_id =", planId),
    after && sql`(decided_at, review.id) < (${after.at}::timestamptz, ${after.id})`,
  ]);
  const order = sql`${where} ORDER BY decided_at DESC, review.id DESC ${limitTo(limit)}`;
  return list(context, rawSql("plan_review"), order);
}

function list(context: TenantContext, rows: Sql, selection: Sql): Promise<ConsoleReview[]> {
  const query = sql`SELECT ${LISTED} FROM ${rows} AS review ${JOINED} ${selection}`;
  return queryTitledRows(context, compose(query));
}

const WHOLE = rawSql(columns(50_000));

export interface ConsoleReviewDetail extends ConsoleReview {
  readonly planActivity: PlanActivity;
}

/** A review in full, or null when there is none with this id. */
export async function readReview(
  context: TenantContext,
  { reviewId, now }: { readonly reviewId: string; readonly now: Date },
): Promise<ConsoleReviewDetail | null> {
  const query = sql`SELECT ${WHOLE}, ${activityOf("plan", now)} AS "planActivity" FROM plan_review AS review ${JOINED} WHERE review.id = ${reviewId}`;
  const [review] = await queryTitledRows<ConsoleReviewDetail>(context, compose(query));
  return review ?? null;
}
