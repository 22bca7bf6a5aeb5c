import { type Database, type Tenant, withBackgroundContext } from "@trovella/db";
import { findStaleClaims } from "@trovella/db/evidence";
import { type ClaimMeans, rejudgeClaims } from "./record-claims.ts";

/** In one go; what is left is found by the next. */
const MAX_CLAIMS = 500;

/**
 * Judges claims again whose sources were read after they were judged: those that rest on these sources, or without any
 * those that wait for a text. Returns how many.
 */
export async function rejudgeStaleClaims(
  database: Database,
  tenant: Tenant,
  keys: readonly string[] | null,
): Promise<number> {
  const inTenant: ClaimMeans["inTenant"] = (work) => withBackgroundContext(database, tenant, work);
  const stale = await inTenant((context) => findStaleClaims(context, { keys, limit: MAX_CLAIMS }));
  const plans = new Map<string, number[]>();
  for (const { planId, number } of stale) {
    plans.set(planId, [...(plans.get(planId) ?? []), number]);
  }
  let count = 0;
  for (const [planId, numbers] of plans) {
    const means = { ...tenant, inTenant, waitForCaptures: null };
    count += await rejudgeClaims({ planId, numbers }, means);
  }
  return count;
}
