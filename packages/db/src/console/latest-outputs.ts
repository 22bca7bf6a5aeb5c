import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export interface LatestOutput {
  readonly planId: string;
  readonly outputId: string;
  /** The beginning of its text. */
  readonly beginning: string;
}

const BEGINNING = 3_000;
const LATEST = defineStatement(`
  SELECT plan.id AS "planId", output.id AS "outputId", output.beginning
  FROM unnest($1::text[]) AS plan(id) CROSS JOIN LATERAL (
    SELECT id, left(content, ${BEGINNING}) AS beginning FROM research_output
    WHERE plan_id = plan.id ORDER BY version DESC LIMIT 1
  ) AS output`);

/** The newest report of each of these plans, where there is one. */
export function listLatestOutputs(
  context: TenantContext,
  planIds: readonly string[],
): Promise<LatestOutput[]> {
  return queryRows(context, execution(LATEST, [planIds]));
}
