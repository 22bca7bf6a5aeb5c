import { type Database, type Tenant, withTenantContext } from "@trovella/db";
import { renderChangesApart } from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";
import { documentSettings } from "./document-settings.ts";
import {
  deliverableOf,
  namesOf,
  noSuchOutput,
  type OutputFile,
  readRenderedOutput,
} from "./render-output.ts";
import { throwRenderingError } from "./rendering-error.ts";

export interface ChangesRequest {
  readonly outputId: string;
  /** The older version. */
  readonly since: number;
}

/** A Word document that shows what changed since an older version of the output, for readers to accept or reject. */
export async function renderChanges(
  database: Database,
  tenant: Tenant,
  { outputId, since }: ChangesRequest,
): Promise<OutputFile> {
  const { before, after } = await withTenantContext(database, tenant, async (context) => {
    const newer = await readRenderedOutput(context, outputId);
    if (!newer) throw noSuchOutput();
    const { planHandle, version } = newer.output;
    if (since >= version) throw notOlder(since, version);
    const older = await readRenderedOutput(context, `${planHandle}/o${since}`);
    if (!older) throw noSuchOutput();
    return { before: older, after: newer };
  });
  const nameOf = await namesOf(database, tenant);
  const settings = await documentSettings(database, tenant);
  const versions = {
    before: { ...deliverableOf(before, nameOf), ...settings },
    after: { ...deliverableOf(after, nameOf), ...settings },
  };
  return renderChangesApart(versions, tenant.organizationId).catch(throwRenderingError);
}

function notOlder(since: number, version: number): AppError {
  return new AppError(
    "INVALID_INPUT",
    `Version ${since} is not older than version ${version}. Next: name a version below ${version}.`,
  );
}
