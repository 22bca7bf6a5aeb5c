import type { PlanStatus } from "@trovella/plan-engine";
import { rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export interface PlanHealth {
  readonly byStatus: Partial<Record<PlanStatus, number>>;
  /** Executing plans with a stalled step that no event has recorded yet; at most 300. */
  readonly silent: number;
  readonly openReviews: number;
  readonly oldestReviewAt: Date | null;
}

/** The status changes with every call, so no index covers it; closed plans are counted by their outcome columns. */
const IS_OPEN = "closed_at IS NULL";
const COUNT_STATUSES = defineStatement(`
  SELECT 'completed' AS status, count(*)::integer AS count FROM research_plan WHERE completed_at IS NOT NULL
  UNION ALL SELECT 'failed', count(*)::integer FROM research_plan WHERE failure_reason IS NOT NULL
  UNION ALL SELECT status, count(*)::integer FROM research_plan WHERE ${IS_OPEN} GROUP BY status`);
/** Bounds the time that counting takes. */
const MAX_SILENT = 300;
/** The oldest first, since they are the most likely to be stalled. */
const COUNT_SILENT = defineStatement(`
  SELECT count(*)::integer AS count FROM (
    SELECT id FROM research_plan WHERE ${IS_OPEN} AND status = 'executing' ORDER BY id LIMIT ${MAX_SILENT}
  ) AS open CROSS JOIN LATERAL (
    SELECT FROM research_plan AS plan JOIN plan_step AS step ON plan_id = plan.id
    WHERE plan.id = open.id AND step.status = 'in_progress'
      AND coalesce(last_activity_at, started_at, step.updated_at) < $1::timestamptz - stall_threshold_ms * interval '1 millisecond' LIMIT 1
  ) AS silent`);
/** Lateral joins look each open review up: reviews are few, plans are many. */
const COUNT_REVIEWS = defineStatement(`
  SELECT count(*)::integer AS count, min(requested_at) AS oldest FROM (
    SELECT plan_id, step_id, requested_at FROM plan_review WHERE decision IS NULL ORDER BY requested_at, id LIMIT 1000
  ) AS review
  CROSS JOIN LATERAL (SELECT FROM plan_step WHERE id = step_id AND status = 'awaiting_input' LIMIT 1) AS step
  CROSS JOIN LATERAL (SELECT FROM research_plan WHERE id = plan_id AND status NOT IN ('completed', 'failed') LIMIT 1) AS plan`);

export async function readPlanHealth(context: TenantContext, now: Date): Promise<PlanHealth> {
  const [statuses, silent, reviews] = await context.send([
    execution(COUNT_STATUSES),
    execution(COUNT_SILENT, [now]),
    execution(COUNT_REVIEWS),
  ]);
  const counts = rowsOf<{ status: PlanStatus; count: number }>(statuses).filter(
    ({ count }) => count > 0,
  );
  const [open] = rowsOf<{ count: number; oldest: Date | null }>(reviews);
  return {
    byStatus: Object.fromEntries(counts.map(({ status, count }) => [status, count])),
    silent: rowsOf<{ count: number }>(silent)[0]?.count ?? 0,
    openReviews: open?.count ?? 0,
    oldestReviewAt: open?.oldest ?? null,
  };
}
