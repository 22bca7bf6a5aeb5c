import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export interface StepGap {
  readonly stepId: string;
  readonly text: string;
}

const PER_STEP = 10;
const MAX_GAP = 400;

// Results may be long, so the database picks the entries. A key may hold a list or a single text.
const READ_GAPS = defineStatement(`
  SELECT step.id AS "stepId", left(entry #>> '{}', ${MAX_GAP}) AS text
  FROM plan_step AS step CROSS JOIN LATERAL (
    SELECT entry FROM unnest(ARRAY['gaps', 'openQuestions']) AS key
    CROSS JOIN LATERAL jsonb_array_elements(
      CASE jsonb_typeof(step.result -> key)
        WHEN 'array' THEN step.result -> key WHEN 'string' THEN jsonb_build_array(step.result -> key) ELSE '[]' END
    ) AS entry
    LIMIT ${PER_STEP}) AS gap
  WHERE step.plan_id = $1 AND step.status = 'completed' AND jsonb_typeof(step.result) = 'object'
  ORDER BY step.step_order`);

/** What completed steps named as `gaps` or `openQuestions` of their results, in the order of the steps. */
export async function readStepGaps(context: TenantContext, planId: string): Promise<StepGap[]> {
  const rows = await queryRows<StepGap>(context, execution(READ_GAPS, [planId]));
  return rows.filter(({ text }) => text?.trim());
}
