import { type Database, type Tenant, type TenantContext, withTenantSnapshot } from "@trovella/db";
import {
  listPlanOutputs,
  readExportedCaptures,
  readExportedClaims,
} from "@trovella/db/maintenance";
import type { ZipStream } from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";
import { exportAudit } from "../audit/export-audit.ts";
import type { OutputFormat } from "../outputs/output-format.ts";
import type { BundledRecord } from "../outputs/render-bundle.ts";
import { renderOutput } from "../outputs/render-output.ts";
import type { ArchivedPlanEntry } from "./archive-format.ts";

/** The newest version in what people read with, older ones as text. */
const NEWEST: readonly OutputFormat[] = ["markdown", "html", "docx"];
const OLDER: readonly OutputFormat[] = ["markdown"];
const MAX_CAPTURE_CHARACTERS = 64_000_000;

export async function addDocuments(
  database: Database,
  tenant: Tenant,
  zip: ZipStream,
  { id, folder }: ArchivedPlanEntry,
): Promise<void> {
  const outputs = await withTenantSnapshot(database, tenant, (context) =>
    listPlanOutputs(context, id),
  );
  for (const [index, output] of outputs.entries()) {
    for (const format of index === 0 ? NEWEST : OLDER) {
      const file = await renderOutput(database, tenant, { outputId: output.id, format }).catch(
        leftOut,
      );
      if (file) zip.add(`${folder}/documents/${file.fileName}`, file.bytes);
    }
  }
}

/** A report that cannot be rendered, or was deleted meanwhile, is still among the data. */
function leftOut(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** By name. */
export type ArchivedFiles = readonly (readonly [string, Buffer | Buffer[]])[];

export async function readEvidence(
  context: TenantContext,
  { id, folder }: ArchivedPlanEntry,
): Promise<ArchivedFiles> {
  const files: [string, Buffer][] = [];
  const claims = await readExportedClaims(context, id);
  if (claims.length > 0) {
    const text = `${JSON.stringify(claims, null, 1)}\n`;
    files.push([`${folder}/evidence/claims.json`, Buffer.from(text)]);
  }
  let characters = 0;
  for await (const { number, sha256, text } of readExportedCaptures(context, id)) {
    characters += text.length;
    if (characters > MAX_CAPTURE_CHARACTERS) break;
    const hash = sha256.replace(/[^0-9a-f]/g, "").slice(0, 12);
    files.push([`${folder}/evidence/captures/${number}-${hash || "0"}.txt`, Buffer.from(text)]);
  }
  return files;
}

export async function addRecord(
  database: Database,
  tenant: Tenant,
  {
    zip,
    entry: { id, folder },
    record,
  }: { readonly zip: ZipStream; readonly entry: ArchivedPlanEntry; readonly record: BundledRecord },
): Promise<void> {
  const { bytes } = await exportAudit(database, tenant, { plan: id, ...record, since: null });
  zip.add(`${folder}/record/audit-record.zip`, bytes);
}
