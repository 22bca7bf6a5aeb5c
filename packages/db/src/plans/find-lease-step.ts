import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

const FIND_LEASE = defineStatement(`
  SELECT step_id FROM plan_audit_log
  WHERE plan_id = $1 AND event_type = 'step_started' AND payload -> 'lease' ->> 'token' = $2 LIMIT 1`);

/** The step that a token was once given for; tells a stale lease from a wrong one. */
export async function findLeaseStep(
  context: TenantContext,
  planId: string,
  leaseToken: string,
): Promise<string | undefined> {
  const [found] = await context.send([execution(FIND_LEASE, [planId, leaseToken])]);
  const stepOf = found?.rows[0]?.step_id;
  return typeof stepOf === "string" ? stepOf : undefined;
}
