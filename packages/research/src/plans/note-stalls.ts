import { type Database, type Tenant, withBackgroundContext } from "@trovella/db";
import { eachOrganization } from "@trovella/db/identity";
import { findSilentPlans, nextStallAt } from "@trovella/db/plans";
import { handleCommand, saveAndCommit } from "./handle-command.ts";

/** Of one organization in one sweep; the next sweep goes on. */
const MAX_PLANS = 100;
const ACTOR = { userId: null, client: null, via: "server", sessionId: null };

export interface StallSweep {
  readonly now: Date;
  /** Notified of each organization with plans that have stalled. */
  onStalled(tenant: Tenant): void;
  onProblem(error: unknown): void;
  isStopped?(): boolean;
}

/**
 * Notes the stalls that nobody has asked about, in every organization, so that people are told. Returns when the next
 * plan stalls unless somebody works on it; null when none is executing.
 */
export async function noteStalls(database: Database, sweep: StallSweep): Promise<Date | null> {
  let next: Date | null = null;
  for await (const organizationId of eachOrganization(database)) {
    if (sweep.isStopped?.()) break;
    const tenant = { organizationId };
    await noteStallsOf(database, tenant, sweep);
    const at = await withBackgroundContext(database, tenant, nextStallAt);
    if (at && (!next || at < next)) next = at;
  }
  return next;
}

async function noteStallsOf(database: Database, tenant: Tenant, sweep: StallSweep): Promise<void> {
  const { now } = sweep;
  const planIds = await withBackgroundContext(database, tenant, (context) =>
    findSilentPlans(context, { now, limit: MAX_PLANS }),
  );
  let count = 0;
  for (const planId of planIds) {
    if (sweep.isStopped?.()) break;
    try {
      // Decided on the plan read again under lock, since its worker may have been active meanwhile.
      const isNoted = await withBackgroundContext(database, tenant, async (context) => {
        const change = await handleCommand({ context, now }, planId, { type: "detect_stall" });
        if (change.events.length === 0) return false;
        await saveAndCommit(context, change, { actor: ACTOR });
        return true;
      });
      if (isNoted) count += 1;
    } catch (error) {
      sweep.onProblem(error);
    }
  }
  if (count > 0) sweep.onStalled(tenant);
}
