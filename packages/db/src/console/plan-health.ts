import { PLAN_ACTIVITIES, type PlanActivity } from "@trovella/plan-engine";
import { rowsOf } from "../connection/query-rows.ts";
import { compose, rawSql, type Sql, sql } from "../connection/sql.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { activityOf } from "../plans/plan-activity.ts";
import { isAskedOf, isOwnPlan, type Viewpoint } from "./asked-person.ts";

/** How many items of each kind need a person; a plan that closes early is one item, however else it stands. */
export interface InboxCounts {
  readonly review: number;
  readonly closing: number;
  readonly stalled: number;
  readonly waiting: number;
  readonly failed: number;
  readonly total: number;
}

export interface PlanHealth {
  readonly byActivity: Readonly<Record<PlanActivity, number>>;
  readonly inbox: InboxCounts;
  readonly openReviews: number;
  readonly oldestReviewAt: Date | null;
  /** Open plans, the last changed of each kind; what waits for a person is listed by its reviews. */
  readonly lastChanged: readonly string[];
}

/** Of each kind of items; the counts say how many there are. */
export const CARDS_PER_KIND = 10;

/** A failed plan is shown to people for this long. */
export const FAILED_SHOWN_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * How a plan stands changes with every call, so no index covers it; closed plans are counted by their outcome columns.
 * Cancelled and archived ones are few and are subtracted there: indexes alone then answer for the many others.
 */
const countPlans = (now: Date, own: Sql, hidden: readonly string[]): Sql => sql`
  SELECT 'completed' AS activity, false AS "isClosing", false AS "isHidden", count(*)::integer AS count, '{}'::text[] AS ids FROM research_plan WHERE completed_at IS NOT NULL${own}
  UNION ALL SELECT 'failed', false, false, count(*)::integer, '{}' FROM research_plan WHERE failure_reason IS NOT NULL${own}
  UNION ALL SELECT status, false, false, -count(*)::integer, '{}' FROM research_plan WHERE archived_at IS NOT NULL${own} GROUP BY status
  UNION ALL SELECT 'archived', false, false, count(*)::integer, '{}' FROM research_plan WHERE archived_at IS NOT NULL${own}
  UNION ALL SELECT 'failed', false, false, -count(*)::integer, '{}' FROM research_plan WHERE is_cancelled AND archived_at IS NULL${own}
  UNION ALL SELECT 'cancelled', false, false, count(*)::integer, '{}' FROM research_plan WHERE is_cancelled AND archived_at IS NULL${own}
  UNION ALL SELECT activity, "isClosing", "isHidden", count(*)::integer, (array_agg(id ORDER BY updated_at DESC, id DESC))[1:${CARDS_PER_KIND}] FROM (
    SELECT id, updated_at, ${activityOf("research_plan", now)} AS activity, phase <> 'open' AND closing_accepted_at IS NULL AS "isClosing",
      id = ANY(${hidden}::text[]) AS "isHidden"
    FROM research_plan WHERE closed_at IS NULL${own}
  ) AS open GROUP BY activity, "isClosing", "isHidden"`;
const countFailed = (now: Date, own: Sql, hidden: readonly string[]): Sql =>
  sql`SELECT count(*)::integer AS count FROM research_plan WHERE closed_at >= ${failedSince(now)} AND status = 'failed' AND NOT is_cancelled AND archived_at IS NULL
    AND id <> ALL(${hidden}::text[])${own}`;
/** Lateral joins look each open review up: reviews are few, plans are many. */
const countReviews = (asked: Sql, hidden: readonly string[]): Sql => sql`
  SELECT count(*)::integer AS count, min(requested_at) AS oldest FROM (
    SELECT plan_id, step_id, requested_at FROM plan_review WHERE decision IS NULL AND id <> ALL(${hidden}::text[]) ORDER BY requested_at, id LIMIT 10000
  ) AS review
  CROSS JOIN LATERAL (SELECT FROM plan_step WHERE id = step_id AND status = 'awaiting_input' LIMIT 1) AS step
  CROSS JOIN LATERAL (SELECT FROM research_plan WHERE id = plan_id AND status NOT IN ('completed', 'failed')${asked} LIMIT 1) AS plan`;

const EVERYBODY = rawSql("");

interface PlanCount {
  readonly activity: PlanActivity;
  readonly isClosing: boolean;
  readonly isHidden: boolean;
  readonly count: number;
  readonly ids: readonly string[];
}

/**
 * The counts of every screen: how plans stand, and what needs a person. With a viewpoint, of that person's plans alone.
 * Hidden plans and reviews are not in the inbox.
 */
export async function readPlanHealth(
  context: TenantContext,
  now: Date,
  { of = null, hidden = [] }: { of?: Viewpoint | null; hidden?: readonly string[] } = {},
): Promise<PlanHealth> {
  const own = of ? sql` AND ${isOwnPlan(of.userId)}` : EVERYBODY;
  const asked = of ? sql` AND ${isAskedOf("research_plan", of)}` : EVERYBODY;
  const [plans, failures, reviews] = await context.send([
    compose(countPlans(now, own, hidden)),
    compose(countFailed(now, own, hidden)),
    compose(countReviews(asked, hidden)),
  ]);
  const counts = rowsOf<PlanCount>(plans);
  const countOf = (isCounted: (row: PlanCount) => boolean) =>
    counts.filter(isCounted).reduce((sum, { count }) => sum + count, 0);
  const [open] = rowsOf<{ count: number; oldest: Date | null }>(reviews);
  const inbox = {
    review: open?.count ?? 0,
    closing: countOf(({ isClosing, isHidden }) => isClosing && !isHidden),
    stalled: countOf((row) => row.activity === "stalled" && isInInbox(row)),
    waiting: countOf((row) => row.activity === "waiting_for_assistant" && isInInbox(row)),
    failed: rowsOf<{ count: number }>(failures)[0]?.count ?? 0,
  };
  return {
    byActivity: Object.fromEntries(
      PLAN_ACTIVITIES.map((word) => [word, countOf(({ activity }) => activity === word)]),
    ) as Record<PlanActivity, number>,
    inbox: { ...inbox, total: Object.values(inbox).reduce((sum, count) => sum + count, 0) },
    openReviews: inbox.review,
    oldestReviewAt: open?.oldest ?? null,
    lastChanged: counts.filter(isListed).flatMap(({ ids }) => ids),
  };
}

function isInInbox({ isClosing, isHidden }: PlanCount): boolean {
  return !isClosing && !isHidden;
}

/** A hidden plan at which an assistant works is listed as such. */
function isListed({ activity, isClosing, isHidden }: PlanCount): boolean {
  if (activity === "working") return true;
  return !isHidden && (activity !== "waiting_for_person" || isClosing);
}

/** From when on failed plans are shown. */
export function failedSince(now: Date): Date {
  return new Date(now.getTime() - FAILED_SHOWN_MS);
}
