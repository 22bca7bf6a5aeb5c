import { type Database, type Tenant, withBackgroundContext } from "@trovella/db";
import { eachOrganization } from "@trovella/db/identity";
import { findPlansWithoutDocument } from "@trovella/db/memory";
import { composeDocument } from "./compose-document.ts";

/** Of one organization in one sweep; the next sweep goes on. */
const MAX_PLANS = 50;

export interface DocumentSweep {
  readonly now: Date;
  readonly afterMs: number;
  /** Notified of each organization with new documents. */
  onComposed(tenant: Tenant): void;
  onProblem(error: unknown): void;
  isStopped?(): boolean;
}

/** Composes the documents that nobody wrote in time, in every organization. Returns how many. */
export async function composeMissingDocuments(
  database: Database,
  sweep: DocumentSweep,
): Promise<number> {
  if (sweep.afterMs === 0) return 0;
  let count = 0;
  for await (const organizationId of eachOrganization(database)) {
    if (sweep.isStopped?.()) break;
    count += await sweepTenant(database, { organizationId }, sweep);
  }
  return count;
}

async function sweepTenant(
  database: Database,
  tenant: Tenant,
  sweep: DocumentSweep,
): Promise<number> {
  const { now, afterMs } = sweep;
  const since = new Date(now.getTime() - afterMs);
  const planIds = await withBackgroundContext(database, tenant, (context) =>
    findPlansWithoutDocument(context, { since, limit: MAX_PLANS }),
  );
  let count = 0;
  for (const planId of planIds) {
    if (sweep.isStopped?.()) break;
    try {
      // A transaction of its own, so that one plan cannot keep the others from their documents.
      const composed = await withBackgroundContext(database, tenant, (context) =>
        composeDocument(context, planId, { now, afterMs }),
      );
      if (composed?.isNew) count += 1;
    } catch (error) {
      sweep.onProblem(error);
    }
  }
  if (count > 0) sweep.onComposed(tenant);
  return count;
}
