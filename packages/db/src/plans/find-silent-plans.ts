import { queryRows } from "../connection/query-rows.ts";
import { compose, sql } from "../connection/sql.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { activityOf } from "./plan-activity.ts";

/** Executing plans that have stalled (R36), which no event has noted yet. */
export async function findSilentPlans(
  context: TenantContext,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    context,
    compose(sql`
      SELECT id FROM research_plan AS plan
      WHERE plan.closed_at IS NULL AND plan.status = 'executing' AND ${activityOf("plan", now)} = 'stalled'
      ORDER BY id LIMIT ${limit}`),
  );
  return rows.map(({ id }) => id);
}

/** Lateral, so that each plan's steps are looked up: executing plans are few. */
const NEXT = defineStatement(`
  SELECT min(coalesce(held.since, greatest(plan.updated_at, held.active)) + plan.stall_threshold_ms * interval '1 millisecond') AS next
  FROM research_plan AS plan CROSS JOIN LATERAL (
    SELECT min(coalesce(step.last_activity_at, step.started_at, step.updated_at)) FILTER (WHERE step.status = 'in_progress') AS since,
      max(step.last_activity_at) AS active
    FROM plan_step AS step WHERE step.plan_id = plan.id) AS held
  WHERE plan.closed_at IS NULL AND plan.status = 'executing'`);

/** About when the next plan stalls unless somebody works on it; null when none is executing. */
export async function nextStallAt(context: TenantContext): Promise<Date | null> {
  const [row] = await queryRows<{ next: Date | null }>(context, execution(NEXT));
  return row?.next ?? null;
}
