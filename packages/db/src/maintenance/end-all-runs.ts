import { endRuns } from "../calls/end-runs.ts";
import type { Database } from "../connection/database.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { eachOrganization } from "../identity/organizations.ts";

/** Ends the runs of every organization that nobody will end any more. */
export async function endAllRuns(database: Database, now: Date): Promise<void> {
  for await (const organizationId of eachOrganization(database)) {
    await withTenantContext(database, { organizationId }, (context) => endRuns(context, now));
  }
}
