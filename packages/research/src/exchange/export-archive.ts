import { createHash } from "node:crypto";
import { type Database, type Tenant, type TenantContext, withTenantSnapshot } from "@trovella/db";
import { findRecordedPlan } from "@trovella/db/audit";
import { recordSecurityEvent } from "@trovella/db/identity";
import {
  describeExchanged,
  listPlanIds,
  readFormerRefs,
  readPlanRows,
} from "@trovella/db/maintenance";
import { ZipStream } from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";
import type { BundledRecord } from "../outputs/render-bundle.ts";
import { type ArchivedFiles, addDocuments, addRecord, readEvidence } from "./archive-documents.ts";
import {
  ARCHIVE_FORMAT,
  ARCHIVE_LIMITS,
  ARCHIVE_VERSION,
  type ArchivedPlanEntry,
  dataFile,
  MANIFEST,
  type Manifest,
} from "./archive-format.ts";

export interface ArchiveRequest {
  /** One plan, by id or handle; null for all of the organization. */
  readonly plan: string | null;
  /** The public name of this server. */
  readonly server: string;
  /** Seals the record of the plans; null where nothing is sealed. */
  readonly record: BundledRecord | null;
  readonly now: Date;
  onProgress?(progress: { readonly done: number; readonly total: number }): void;
}

export interface Archive {
  readonly fileName: string;
  readonly plans: number;
  /** The bytes, made as they are read: one plan is in memory at a time. */
  readonly chunks: AsyncGenerator<Uint8Array>;
}

/** Everything of a plan, or of all plans, as one zip file that people can read and another server can import. */
export async function exportArchive(
  database: Database,
  tenant: Tenant,
  request: ArchiveRequest,
): Promise<Archive> {
  const { plan, now } = request;
  const ids = await withTenantSnapshot(database, tenant, async (context) => {
    if (plan === null) return listPlanIds(context);
    const found = await findRecordedPlan(context, plan);
    if (found) return [found.id];
    throw new AppError("NOT_FOUND", "There is no such plan. Next: check its handle or id.");
  });
  if (ids.length > ARCHIVE_LIMITS.plans) throw tooLarge();
  await recordSecurityEvent(database, {
    kind: "data_exported",
    ...tenant,
    subject: { kind: plan === null ? "organization" : "plan", id: ids[0] ?? null, label: plan },
    after: { plans: ids.length },
  });
  const day = now.toISOString().slice(0, 10);
  const name = plan === null ? "trovella" : plan.toLowerCase().replace(/[^\w-]/g, "");
  return {
    fileName: `${name}-${day}.zip`,
    plans: ids.length,
    chunks: writeArchive(database, tenant, ids, request),
  };
}

async function* writeArchive(
  database: Database,
  tenant: Tenant,
  ids: readonly string[],
  { server, record, now, onProgress }: ArchiveRequest,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipStream();
  const plans: ArchivedPlanEntry[] = [];
  let bytes = 0;
  for (const [index, planId] of ids.entries()) {
    const data = await withTenantSnapshot(database, tenant, (context) => readData(context, planId));
    // Deleted since they were listed.
    if (!data) continue;
    const { entry, files } = data;
    plans.push(entry);
    for (const [name, bytes] of files) zip.add(name, bytes);
    await addDocuments(database, tenant, zip, entry);
    const evidence = await withTenantSnapshot(database, tenant, (context) =>
      readEvidence(context, entry),
    );
    for (const [name, bytes] of evidence) zip.add(name, bytes);
    if (record) await addRecord(database, tenant, { zip, entry, record });
    for (const chunk of zip.take()) {
      bytes += chunk.length;
      if (bytes > ARCHIVE_LIMITS.archiveBytes) throw tooLarge();
      yield chunk;
    }
    onProgress?.({ done: index + 1, total: ids.length });
  }
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    server,
    organization: tenant.organizationId,
    exportedAt: now.toISOString(),
    plans,
  };
  zip.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`));
  zip.add("README.txt", Buffer.from(readme(manifest)));
  yield* zip.end();
}

/** The files are added once they are all read: a read that loses its connection is repeated. */
async function readData(
  context: TenantContext,
  planId: string,
): Promise<{ readonly entry: ArchivedPlanEntry; readonly files: ArchivedFiles } | null> {
  const plan = await findRecordedPlan(context, planId);
  if (!plan) return null;
  const { id, handle } = plan;
  const tables: ArchivedPlanEntry["tables"] = {};
  const files: [string, Buffer[]][] = [];
  for (const described of await describeExchanged(context)) {
    const hash = createHash("sha256");
    const lines: Buffer[] = [];
    for await (const row of readPlanRows(context, described, id)) {
      const line = Buffer.from(`${JSON.stringify(row)}\n`);
      hash.update(line);
      lines.push(line);
    }
    if (lines.length === 0) continue;
    if (lines.length > ARCHIVE_LIMITS.rows) throw tooLarge();
    const { name } = described.table;
    files.push([dataFile(handle, name), lines]);
    tables[name] = {
      columns: [...described.columns],
      rows: lines.length,
      sha256: hash.digest("hex"),
    };
  }
  const formerRefs = await readFormerRefs(context, id);
  return { entry: { id, handle, folder: handle, formerRefs, tables }, files };
}

function tooLarge(): AppError {
  return new AppError(
    "LIMIT_EXCEEDED",
    "This is too much for one archive. Next: export the plans one by one.",
  );
}

function readme({ server, plans, exportedAt }: Manifest): string {
  return `Research exported from ${server} at ${exportedAt}: ${plans.length} ${plans.length === 1 ? "plan" : "plans"}, a folder each.

  documents/  the reports
  evidence/   claims with their quotes, and the texts of sources as they were read
  record/     the audit record: unpack it and run \`node verify.mjs\`, which needs Node.js alone
  data/       everything, for \`trovella import\` on another server; trovella.json says what it is

It may contain names and texts of people, and is not encrypted.
`;
}
