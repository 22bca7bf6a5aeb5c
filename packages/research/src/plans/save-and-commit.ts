import type { TenantContext } from "@trovella/db";
import type { Actor, CallRecord } from "@trovella/db/calls";
import { type PlanChange, savePlan } from "@trovella/db/plans";

/** Saves the change, with the record of the call that made it, and commits in the same round trip. */
export async function saveAndCommit(
  context: TenantContext,
  change: PlanChange,
  { actor, callRecord }: { readonly actor: Actor; readonly callRecord?: CallRecord },
): Promise<void> {
  await savePlan(context, change, { actor, callRecord, commit: true });
}
