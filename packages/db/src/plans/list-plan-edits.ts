import type { AuditAction } from "@trovella/plan-engine";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** A change of a plan and who made it. */
export interface PlanEdit {
  readonly action: AuditAction;
  readonly stepId: string | null;
  readonly userId: string | null;
  readonly via: string;
  readonly client: string | null;
  readonly at: Date;
}

const MAX_EDITS = 20;
const LIST = defineStatement(`
  SELECT action, step_id AS "stepId", actor_user_id AS "userId", actor_via AS via, actor_client AS client, created_at AS at
  FROM plan_audit_log
  WHERE plan_id = $1 AND seq > 0 AND plan_version > $2 AND action = ANY($3::text[])
    AND (action <> 'step_skipped' OR payload->>'by' = 'person')
  ORDER BY seq DESC LIMIT ${MAX_EDITS}`);

/** The newest of these changes since a version of the plan; of skipped steps those that a person left out. */
export function listPlanEdits(
  context: TenantContext,
  {
    planId,
    sinceVersion,
    actions,
  }: {
    readonly planId: string;
    readonly sinceVersion: number;
    readonly actions: readonly AuditAction[];
  },
): Promise<PlanEdit[]> {
  return queryRows(context, execution(LIST, [planId, sinceVersion, [...actions]]));
}
