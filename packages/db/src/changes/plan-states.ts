import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** As much of a plan as tells whether a call that waits for it should look again. */
export interface PlanState {
  readonly version: number;
  /** When the first lease of its steps ends; leases end and are renewed without a new version. */
  readonly leaseEndsAt: Date | null;
}

const PLAN_STATES = defineStatement(`
  SELECT id, version,
    (SELECT min(lease_expires_at) FROM plan_step WHERE plan_id = research_plan.id AND status = 'in_progress') AS lease_ends_at
  FROM research_plan WHERE id = ANY($1)`);

/** The states of these plans by id, in one round trip. Unknown ones are left out. */
export async function readPlanStates(
  context: TenantContext,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, PlanState>> {
  const [read] = await context.send([execution(PLAN_STATES, [planIds])], { last: true });
  const rows = (read?.rows ?? []) as { id: string; version: number; lease_ends_at: Date | null }[];
  return new Map(
    rows.map(({ id, version, lease_ends_at: leaseEndsAt }) => [id, { version, leaseEndsAt }]),
  );
}
