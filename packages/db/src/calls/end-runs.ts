import { newId } from "../connection/new-id.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

const HOUR_MS = 3_600_000;
/** Leaves the assistant time to deliver the output and to end the run itself. */
export const DELIVERY_MS = HOUR_MS;
/** The assistant is taken for gone when nothing has happened for this long. */
export const ABANDONED_MS = 7 * 24 * HOUR_MS;
const MAX_ENDED = 50;

/**
 * A plan that waits for a person keeps its run open. The end is the moment of the last activity, so that durations
 * stay true.
 */
const END = defineStatement(`
  WITH due AS (
    SELECT run.id,
      CASE
        WHEN plan.is_cancelled THEN 'The plan was cancelled: ' || left(plan.failure_reason, 1000)
        WHEN plan.status = 'failed' THEN 'The plan failed' || coalesce(': ' || left(plan.failure_reason, 1000), '.')
        WHEN plan.status = 'completed' AND NOT EXISTS (
          SELECT FROM plan_step AS step WHERE step.plan_id = plan.id AND step.status = 'completed'
        ) THEN 'No step of the plan was completed.'
        WHEN plan.closed_at IS NULL THEN 'Abandoned: nothing happened for 7 days.'
      END AS failure,
      greatest(run.started_at, coalesce(plan.closed_at, greatest(run.updated_at, plan.updated_at))) AS ended_at
    FROM skill_execution AS run LEFT JOIN research_plan AS plan ON plan.id = run.plan_id
    WHERE run.completed_at IS NULL AND (
      plan.closed_at < $3
      OR run.updated_at < $4 AND plan.closed_at IS NULL
        AND (plan.id IS NULL OR plan.status <> 'awaiting_review' AND plan.updated_at < $4)
        AND NOT EXISTS (
          SELECT FROM mcp_tool_call_log AS call WHERE call.skill_execution_id = run.id AND call.created_at >= $4
        )
    )
    LIMIT ${MAX_ENDED} FOR UPDATE OF run SKIP LOCKED
  ), ended AS (
    UPDATE skill_execution AS run SET updated_at = $2,
      status = CASE WHEN failure IS NULL THEN 'completed' ELSE 'failed' END,
      error_message = coalesce(error_message, failure),
      completed_at = ended_at,
      duration_ms = least(round(extract(epoch FROM ended_at - started_at) * 1000), 2147483647)::integer
    FROM due WHERE run.organization_id = $1 AND run.id = due.id
    RETURNING run.*
  )
  INSERT INTO plan_audit_log (organization_id, id, plan_id, event_type, action, payload, actor_via, session_id, created_at)
  SELECT $1, ($5::text[])[row_number() OVER ()], plan_id, 'skill_completed', 'skill_' || status,
    jsonb_build_object('executionId', id, 'skillName', skill_name, 'status', status, 'durationMs', duration_ms, 'reason', error_message),
    'server', claude_code_session_id, $2
  FROM ended`);

/** Ends the runs whose plan closed or whose assistant is gone, some at a time; whether there may be more. */
export async function endRuns(context: TenantContext, now: Date): Promise<boolean> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const auditIds = Array.from({ length: MAX_ENDED }, () => newId("audit"));
  const { organizationId } = context.tenant;
  const [ended] = await context.send([
    execution(END, [organizationId, now, before(DELIVERY_MS), before(ABANDONED_MS), auditIds]),
  ]);
  return ended?.rowCount === MAX_ENDED;
}
