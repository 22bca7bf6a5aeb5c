import { QUIET_AFTER_MS } from "@trovella/plan-engine";
import { rawSql, type Sql, sql } from "../connection/sql.ts";

/**
 * The one word for how a plan stands (R36), as `planActivity` of the engine derives it. `plan` is the name of the
 * statement for the plan's row. Steps are read of open plans alone that are neither quiet nor wait for a person.
 */
export function activityOf(plan: string, now: Date): Sql {
  const column = (name: string) => rawSql(`${plan}.${name}`);
  return sql`CASE WHEN ${column("archived_at")} IS NOT NULL THEN 'archived'
    WHEN ${column("is_cancelled")} THEN 'cancelled'
    WHEN ${column("closed_at")} IS NOT NULL THEN ${column("status")}
    WHEN ${column("waiting_count")} > 0 THEN 'waiting_for_person'
    WHEN ${isQuiet(plan, now)} THEN 'stalled' ELSE ${recentActivityOf(plan, now)} END`;
}

/**
 * Whether nothing happened for longer than the plan's threshold, of an open plan that waits for nobody: it is stalled then,
 * since no step of it was started, changed or renewed after its last sign of life.
 */
export function isQuiet(plan: string, now: Date): Sql {
  const column = (name: string) => rawSql(`${plan}.${name}`);
  return sql`(${column("status")} = 'stalled' OR ${quietSince(plan)} < ${stalledBefore(plan, now)})`;
}

/** The word of an open plan that waits for nobody and is not quiet. */
export function recentActivityOf(plan: string, now: Date): Sql {
  return sql`(
    SELECT CASE
      WHEN bool_or(coalesce(step.last_activity_at, step.started_at, step.updated_at) < ${stalledBefore(plan, now)}) THEN 'stalled'
      WHEN bool_or(step.lease_expires_at > ${now}::timestamptz) THEN 'working'
      WHEN ${quietSince(plan)} > ${now}::timestamptz - ${QUIET_AFTER_MS} * interval '1 millisecond' THEN 'working'
      ELSE 'waiting_for_assistant' END
    FROM plan_step AS step WHERE step.plan_id = ${rawSql(plan)}.id AND step.status = 'in_progress')`;
}

function quietSince(plan: string): Sql {
  return rawSql(`greatest(${plan}.updated_at, ${plan}.last_sign_at)`);
}

function stalledBefore(plan: string, now: Date): Sql {
  return sql`${now}::timestamptz - ${rawSql(plan)}.stall_threshold_ms * interval '1 millisecond'`;
}
