import { QUIET_AFTER_MS } from "@trovella/plan-engine";
import { rawSql, type Sql, sql } from "../connection/sql.ts";

/**
 * The one word for how a plan stands (R36), as `planActivity` of the engine derives it. `plan` is the name of the
 * statement for the plan's row. Of closed plans no step is read; of open ones those steps that an index leads to.
 */
export function activityOf(plan: string, now: Date): Sql {
  const column = (name: string) => rawSql(`${plan}.${name}`);
  return sql`CASE WHEN ${column("archived_at")} IS NOT NULL THEN 'archived'
    WHEN ${column("is_cancelled")} THEN 'cancelled'
    WHEN ${column("closed_at")} IS NOT NULL THEN ${column("status")} ELSE ${openActivityOf(plan, now)} END`;
}

/** The same for plans that are known to be open. */
export function openActivityOf(plan: string, now: Date): Sql {
  const column = (name: string) => rawSql(`${plan}.${name}`);
  const stalledBefore = sql`${now}::timestamptz - ${column("stall_threshold_ms")} * interval '1 millisecond'`;
  const quietSince = sql`greatest(${column("updated_at")}, max(step.last_activity_at))`;
  return sql`(
    SELECT CASE
      WHEN bool_or(step.status = 'awaiting_input') THEN 'waiting_for_person'
      WHEN ${column("status")} = 'stalled' OR bool_or(step.status = 'in_progress'
        AND coalesce(step.last_activity_at, step.started_at, step.updated_at) < ${stalledBefore}) THEN 'stalled'
      WHEN bool_or(step.status = 'in_progress' AND step.lease_expires_at > ${now}::timestamptz) THEN 'working'
      WHEN ${quietSince} < ${stalledBefore} THEN 'stalled'
      WHEN ${quietSince} > ${now}::timestamptz - ${QUIET_AFTER_MS} * interval '1 millisecond' THEN 'working'
      ELSE 'waiting_for_assistant' END
    FROM plan_step AS step WHERE step.plan_id = ${column("id")})`;
}
