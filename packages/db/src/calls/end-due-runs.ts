import { LRUCache } from "lru-cache";
import type { Database } from "../connection/database.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { endRuns } from "./end-runs.ts";

/** A run ends an hour after its plan at the earliest, so that a minute later is soon enough. */
const INTERVAL_MS = 60_000;
const MAX_ORGANIZATIONS = 1_000;

/** By organization, when a list of this process last looked for runs to end and found no more. */
const lookedAt = new WeakMap<Database, LRUCache<string, number>>();

/** Ends runs that are due, for lists, which look for them once a minute. */
export async function endDueRuns(
  context: TenantContext,
  { database, now }: { readonly database: Database; readonly now: Date },
): Promise<void> {
  const { organizationId } = context.tenant;
  const last = lastLooks(database).get(organizationId) ?? Number.NEGATIVE_INFINITY;
  const passedMs = now.getTime() - last;
  if (passedMs >= 0 && passedMs < INTERVAL_MS) return;
  const areMoreDue = await endRuns(context, now);
  if (!areMoreDue) lastLooks(database).set(organizationId, now.getTime());
}

function lastLooks(database: Database): LRUCache<string, number> {
  const looks = lookedAt.get(database) ?? new LRUCache({ max: MAX_ORGANIZATIONS });
  lookedAt.set(database, looks);
  return looks;
}
