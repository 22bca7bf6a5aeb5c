import type { Json } from "@trovella/foundation";
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

const FIND_KEPT_RESULT = defineStatement(`
  SELECT payload -> 'result' AS result FROM plan_audit_log
  WHERE plan_id = $1 AND step_id = $2 AND payload ->> 'type' = 'result_refused' AND payload ->> 'code' = 'REVIEW_REQUIRED'
    AND length(payload ->> 'result') <= $3
  ORDER BY seq DESC LIMIT 1`);

/** The newest result that was refused because the step requires review; null when there is none, or it is longer. */
export async function findKeptResult(
  context: TenantContext,
  { planId, stepId, maxChars }: { planId: string; stepId: string; maxChars: number },
): Promise<Json> {
  const [found] = await context.send([execution(FIND_KEPT_RESULT, [planId, stepId, maxChars])]);
  return (found?.rows[0]?.result ?? null) as Json;
}
