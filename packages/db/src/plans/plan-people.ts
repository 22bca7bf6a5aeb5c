import type { Plan, PlanPeople } from "@trovella/plan-engine";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

const READ_OWNER = defineStatement(
  `SELECT created_by AS "ownerId" FROM research_plan WHERE id = $1`,
);

/** The people of a loaded plan. Its owner never changes, so no decision of the engine has to load it. */
export async function readPlanPeople(
  context: TenantContext,
  { id, assigneeId }: Pick<Plan, "id" | "assigneeId">,
): Promise<PlanPeople> {
  const [row] = await queryRows<{ ownerId: string | null }>(context, execution(READ_OWNER, [id]));
  return { ownerId: row?.ownerId ?? null, assigneeId };
}
