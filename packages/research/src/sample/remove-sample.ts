import { type Database, type Tenant, withStoringContext } from "@trovella/db";
import { listSamplePlans } from "@trovella/db/console";
import { deletePlanWithin } from "@trovella/db/maintenance";
import { type Deleter, requireMayDelete } from "../deleting/may-delete.ts";

/** Removes the plans of the sample with everything that rests on them, and nothing else. Returns how many there were. */
export function removeSample(
  database: Database,
  tenant: Tenant,
  { deleter, now }: { readonly deleter: Deleter; readonly now: Date },
): Promise<number> {
  return withStoringContext(database, tenant, async (context) => {
    const plans = await listSamplePlans(context);
    for (const { ownerId } of plans) requireMayDelete(deleter, ownerId);
    for (const { planId } of plans) await deletePlanWithin(context, planId, now);
    return plans.length;
  });
}
