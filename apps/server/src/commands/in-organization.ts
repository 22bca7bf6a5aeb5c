import { type Database, openDatabase, type TenantContext, withTenantContext } from "@trovella/db";
import { findOrganizationId } from "@trovella/db/identity";
import { loadConfig } from "../config.ts";
import { databaseSettings, requireDatabase } from "../database.ts";
import { CommandFailure } from "../exit.ts";
import { usageError } from "../parse-options.ts";
import { localCaller } from "../services/local-caller.ts";
import { withTeamDatabase } from "./with-team-database.ts";

export interface OrganizationScope {
  readonly context: TenantContext;
  /** Null in team mode, where the operator need not be a user. */
  readonly userId: string | null;
}

/** Runs `work` in one transaction of the local user's organization or, in team mode, of the given one. */
export async function inOrganization<T>(
  {
    command,
    organization,
  }: { readonly command: string; readonly organization?: string | undefined },
  work: (scope: OrganizationScope) => Promise<T>,
): Promise<T> {
  const config = loadConfig(process.env);
  if (config.TROVELLA_MODE === "team") {
    if (organization === undefined) throw usageError(command, "needs --organization in team mode");
    return withTeamDatabase(({ database }) => inNamed(database, organization, work));
  }
  if (organization !== undefined) {
    throw usageError(command, "takes --organization in team mode only");
  }
  const settings = databaseSettings(config);
  await requireDatabase(settings);
  const database = await openDatabase(settings);
  const { tenant, userId } = localCaller(null);
  try {
    return await withTenantContext(database, tenant, (context) => work({ context, userId }));
  } finally {
    await database.close();
  }
}

async function inNamed<T>(
  database: Database,
  idOrSlug: string,
  work: (scope: OrganizationScope) => Promise<T>,
): Promise<T> {
  const organizationId = await findOrganizationId(database, idOrSlug);
  if (organizationId === null) {
    throw new CommandFailure(
      "There is no such organization. `trovella user list` shows the short names of all.",
    );
  }
  return withTenantContext(database, { organizationId }, (context) =>
    work({ context, userId: null }),
  );
}
