import { endRuns } from "../calls/end-runs.ts";
import type { Database } from "../connection/database.ts";
import { withTenantContext } from "../connection/tenant-context.ts";
import { listOrganizations } from "../identity/organizations.ts";

const ORGANIZATIONS_PER_PAGE = 100;

/** Ends the runs of every organization that nobody will end any more. */
export async function endAllRuns(database: Database, now: Date): Promise<void> {
  let page: string[] = [];
  do {
    const after = page.at(-1) ?? "";
    page = await listOrganizations(database, { after, limit: ORGANIZATIONS_PER_PAGE });
    for (const organizationId of page) {
      await withTenantContext(database, { organizationId }, (context) => endRuns(context, now));
    }
  } while (page.length === ORGANIZATIONS_PER_PAGE);
}
