import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

// Of a cancelled plan a document is composed only when somebody asks for it. A draft of the server is outdated once its plan is closed. That a plan is stalled is noted as a change, but no activity.
const FIND_PLANS = defineStatement(`
  SELECT plan.id FROM research_plan AS plan
  WHERE NOT plan.is_cancelled AND (plan.closed_at <= $1 OR plan.closed_at IS NULL AND plan.phase <> 'open' AND (plan.updated_at <= $1 OR plan.status = 'stalled')
      AND NOT EXISTS (SELECT FROM plan_step AS step WHERE step.plan_id = plan.id AND step.last_activity_at > $1))
    AND NOT EXISTS (SELECT FROM research_output AS output WHERE output.plan_id = plan.id
      AND (output.origin <> 'server' OR NOT output.is_draft OR plan.closed_at IS NULL))
    AND (EXISTS (SELECT FROM plan_step AS step WHERE step.plan_id = plan.id AND step.status = 'completed')
      OR EXISTS (SELECT FROM research_artifact AS artifact WHERE artifact.plan_id = plan.id))
    AND NOT EXISTS (SELECT FROM security_event WHERE subject_id = plan.id AND kind = 'output_deleted')
  ORDER BY plan.id LIMIT $2`);

/**
 * Plans that have findings or results but no document, and have been closed, or left at the end of their budget, since
 * this time.
 */
export async function findPlansWithoutDocument(
  context: TenantContext,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(context, execution(FIND_PLANS, [since, limit]));
  return rows.map(({ id }) => id);
}

const FIND_DELETION = defineStatement(
  "SELECT FROM security_event WHERE subject_id = $1 AND kind = 'output_deleted' LIMIT 1",
);

/** Whether a person deleted a report of the plan, so that the server composes none by itself. */
export async function wasReportDeleted(context: TenantContext, planId: string): Promise<boolean> {
  return (await queryRows(context, execution(FIND_DELETION, [planId]))).length > 0;
}
