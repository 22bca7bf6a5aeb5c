import type { Json } from "@trovella/foundation";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

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
