import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** A plan of the sample: invented research that can be loaded and removed. */
export interface SamplePlan {
  readonly planId: string;
  /** Which of the sample's plans it is. */
  readonly part: string;
  readonly ownerId: string | null;
}

const MAX_SAMPLE_PLANS = 100;
const LIST = defineStatement(`
  SELECT sample.plan_id AS "planId", sample.part, plan.created_by AS "ownerId"
  FROM sample_plan AS sample JOIN research_plan AS plan ON plan.id = sample.plan_id
  ORDER BY sample.plan_id LIMIT ${MAX_SAMPLE_PLANS}`);

export function listSamplePlans(context: TenantContext): Promise<SamplePlan[]> {
  return queryRows(context, execution(LIST, []));
}

const ADD = defineStatement(`
  INSERT INTO sample_plan (organization_id, plan_id, part) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`);

/** Marks a plan as one of the sample, so that it goes with it. */
export async function addSamplePlan(
  context: TenantContext,
  { planId, part }: Pick<SamplePlan, "planId" | "part">,
): Promise<void> {
  await context.send([execution(ADD, [context.tenant.organizationId, planId, part])]);
}
