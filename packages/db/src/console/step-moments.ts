import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** An audit event from which the time line of a step is drawn. */
export interface StepMoment {
  /** Null where the event is about several steps. */
  readonly stepId: string | null;
  readonly type: string;
  readonly reason: string | null;
  readonly stepIds: readonly string[] | null;
  readonly at: Date;
}

/** Far above what an ordinary plan has. */
const MAX_MOMENTS = 5_000;
const MOMENTS = defineStatement(`
  SELECT payload->>'stepId' AS "stepId", payload->>'type' AS type, payload->>'reason' AS reason, payload->'stepIds' AS "stepIds", created_at AS at
  FROM plan_audit_log
  WHERE plan_id = $1 AND seq > 0 AND (event_type IN ('step_started', 'step_completed', 'step_failed', 'user_reviewed')
    OR action IN ('step_skipped', 'step_sent_back', 'step_retried', 'stall_detected'))
  ORDER BY seq LIMIT ${MAX_MOMENTS}`);

/** In the order in which they happened. */
export function listStepMoments(context: TenantContext, planId: string): Promise<StepMoment[]> {
  return queryRows(context, execution(MOMENTS, [planId]));
}
