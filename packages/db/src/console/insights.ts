import { planIdAt } from "../connection/new-id.ts";
import { rowsOf } from "../connection/query-rows.ts";
import { compose, type Sql, sql } from "../connection/sql.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { activityOf } from "../plans/plan-activity.ts";

export interface DayCount {
  /** A day in UTC, such as 2026-01-31. */
  readonly day: string;
  readonly kind:
    | "created"
    | "completed"
    | "failed"
    | "cancelled"
    | "runs"
    | "artifacts"
    | "outputs";
  readonly count: number;
}

export interface ClientErrors {
  readonly client: string;
  readonly calls: number;
  readonly errors: number;
}

export interface InsightRows {
  readonly days: readonly DayCount[];
  readonly decisions: readonly {
    readonly decision: string;
    readonly decidedVia: string;
    readonly count: number;
  }[];
  readonly satisfaction: readonly { readonly satisfaction: string; readonly count: number }[];
  readonly clients: readonly ClientErrors[];
  /** Plans active in the period that stalled in it or are stalled now, and all plans active in it. */
  readonly stalledPlans: number;
  readonly activePlans: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const dayOf = (column: string) => `(${column} AT TIME ZONE 'UTC')::date`;

/** Starting parallel workers and JIT compilation would take longer than the counting itself. */
export const DISABLE_PARALLELISM = defineStatement(
  "SELECT set_config('max_parallel_workers_per_gather', '0', true), set_config('jit', 'off', true)",
);
/** Of a closed plan, by columns that an index has. */
const OUTCOME =
  "CASE WHEN is_cancelled THEN 'cancelled' WHEN completed_at IS NOT NULL THEN 'completed' ELSE 'failed' END";
const DAYS = defineStatement(`
  SELECT to_char(day, 'YYYY-MM-DD') AS day, kind, count(*)::integer AS count FROM (
    SELECT ${dayOf("created_at")} AS day, 'created' AS kind FROM research_plan WHERE id >= $2 AND created_at >= $1
    UNION ALL SELECT ${dayOf("closed_at")}, ${OUTCOME} FROM research_plan WHERE closed_at >= $1
    UNION ALL SELECT ${dayOf("created_at")}, 'runs' FROM skill_execution WHERE created_at >= $1
    UNION ALL SELECT ${dayOf("created_at")}, 'artifacts' FROM research_artifact WHERE created_at >= $1
    UNION ALL SELECT ${dayOf("created_at")}, 'outputs' FROM research_output WHERE created_at >= $1
  ) AS happened GROUP BY happened.day, kind`);
const DECISIONS = defineStatement(`
  SELECT decision, decided_via AS "decidedVia", count(*)::integer AS count FROM plan_review
  WHERE decided_at >= $1 GROUP BY decision, decided_via`);
const SATISFACTION = defineStatement(`
  SELECT satisfaction, count(*)::integer AS count FROM research_feedback WHERE created_at >= $1 GROUP BY satisfaction`);
const CLIENTS = defineStatement(`
  SELECT coalesce(client_name, 'unknown') AS client, count(*)::integer AS calls, count(*) FILTER (WHERE is_error)::integer AS errors
  FROM mcp_tool_call_log WHERE created_at >= $1 GROUP BY client_name ORDER BY calls DESC LIMIT 50`);
/** The day is implied, but an index has it. */
const openSince = (since: Date): Sql =>
  sql`closed_at IS NULL AND updated_on >= (${since}::timestamptz AT TIME ZONE 'UTC')::date AND updated_at >= ${since}`;
/** A stall is noted when somebody asks for the plan's status; until then only the plan's word says it. */
const stalls = (since: Date, now: Date): Sql => sql`
  SELECT (SELECT count(*) FROM research_plan WHERE closed_at >= ${since})::integer +
      (SELECT count(*) FROM research_plan WHERE ${openSince(since)})::integer AS "activePlans",
    (SELECT count(*) FROM (
      SELECT plan_id FROM plan_audit_log WHERE action = 'stall_detected' AND created_at >= ${since}
      UNION SELECT id FROM research_plan WHERE ${openSince(since)} AND ${activityOf("research_plan", now)} = 'stalled'
    ) AS stalled)::integer AS "stalledPlans"`;

/** Counts of each day since a moment. */
export async function readDayCounts(context: TenantContext, since: Date): Promise<DayCount[]> {
  const [, days] = await context.send([
    execution(DISABLE_PARALLELISM),
    execution(DAYS, [since, firstPlanId(since)]),
  ]);
  return rowsOf(days);
}

/** All figures since a moment. */
export async function readInsights(
  context: TenantContext,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<InsightRows> {
  const [, days, decisions, satisfaction, clients, stalled] = await context.send([
    execution(DISABLE_PARALLELISM),
    execution(DAYS, [since, firstPlanId(since)]),
    execution(DECISIONS, [since]),
    execution(SATISFACTION, [since]),
    execution(CLIENTS, [since]),
    compose(stalls(since, now)),
  ]);
  const [stall] = rowsOf<Pick<InsightRows, "stalledPlans" | "activePlans">>(stalled);
  return {
    days: rowsOf(days),
    decisions: rowsOf(decisions),
    satisfaction: rowsOf(satisfaction),
    clients: rowsOf(clients),
    stalledPlans: stall?.stalledPlans ?? 0,
    activePlans: stall?.activePlans ?? 0,
  };
}

/**
 * A lower bound for the ids of plans created since the moment: ids rise with time, so the primary key can be searched.
 * One day is subtracted for clocks that differ.
 */
export function firstPlanId(since: Date): string {
  return planIdAt(since.getTime() - DAY_MS);
}
