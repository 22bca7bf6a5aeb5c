import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** Lateral, so that each plan's steps are looked up: executing plans are few. */
const STALLS = `
  SELECT plan.id, held.since + plan.stall_threshold_ms * interval '1 millisecond' AS stalls_at
  FROM research_plan AS plan CROSS JOIN LATERAL (
    SELECT min(coalesce(step.last_activity_at, step.started_at, step.updated_at)) AS since
    FROM plan_step AS step WHERE step.plan_id = plan.id AND step.status = 'in_progress') AS held
  WHERE plan.closed_at IS NULL AND plan.status = 'executing' AND held.since IS NOT NULL`;
const FIND = defineStatement(`
  SELECT id FROM (${STALLS}) AS plan WHERE stalls_at < $1::timestamptz ORDER BY id LIMIT $2`);
const NEXT = defineStatement(`SELECT min(stalls_at) AS next FROM (${STALLS}) AS plan`);

/** Executing plans with a step that has been silent for too long, which no event has noted yet. */
export async function findSilentPlans(
  context: TenantContext,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(context, execution(FIND, [now, limit]));
  return rows.map(({ id }) => id);
}

/** When the next plan stalls unless somebody works on it; null when none is executing. */
export async function nextStallAt(context: TenantContext): Promise<Date | null> {
  const [row] = await queryRows<{ next: Date | null }>(context, execution(NEXT));
  return row?.next ?? null;
}
