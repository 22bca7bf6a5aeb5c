import { type Database, type Tenant, withTenantContext } from "@trovella/db";
import type { Sealing } from "@trovella/db/audit";
import { readCaptureTexts } from "@trovella/db/evidence";
import { readPlanConsistently } from "@trovella/db/plans";
import {
  type BundledCapture,
  type BundledFile,
  bundleFiles,
  type CrateDecision,
  type CrateStep,
  claimsJson,
  type Deliverable,
  FORMATS,
  fileNameFor,
  type RenderedFile,
  renderBibliography,
} from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";
import { type Plan, stepHandle } from "@trovella/plan-engine";
import { exportAudit } from "../audit/export-audit.ts";
import type { NameOf } from "../claims/document-evidence.ts";
import { finishedFile } from "./finished-files.ts";
import type { OutputWithSources } from "./output-with-sources.ts";

/** How the record of the plan is sealed; without it the archive has no record. */
export interface BundledRecord {
  readonly sealing: Sealing;
  readonly publicKeys: readonly Buffer[];
}

export interface BundleRequest {
  readonly found: OutputWithSources;
  readonly deliverable: Deliverable;
  readonly nameOf: NameOf;
  readonly record: BundledRecord | null;
}

const MAX_CAPTURED_CHARACTERS = 30_000_000;

/** One archive: the document in every format, its claims, the texts they were found in, and the record of the plan. */
export async function renderBundle(
  database: Database,
  tenant: Tenant,
  { found, deliverable, nameOf, record }: BundleRequest,
): Promise<RenderedFile> {
  const { title, version } = deliverable;
  const { plan, captures } = await withTenantContext(database, tenant, async (context) => ({
    plan: await readPlanConsistently(context, found.output.planId, (plan) => plan),
    captures: await readCaptureTexts(context, captureIds(found), MAX_CAPTURED_CHARACTERS),
  }));
  const bytes = bundleFiles({
    files: [
      ...(await documentsOf(deliverable, tenant)),
      bibliographyOf(deliverable),
      ...(record ? [await recordOf(database, tenant, { plan, record })] : []),
    ],
    captures: capturesOf(found, captures),
    claims: claimsJson(deliverable),
    crate: { deliverable, steps: stepsOf(plan), decisions: decisionsOf(plan, nameOf) },
  });
  return {
    bytes,
    contentType: "application/zip",
    fileName: fileNameFor(title, { version, extension: "zip" }),
  };
}

/** One after the other, so that one archive takes one thread. */
async function documentsOf(
  deliverable: Deliverable,
  { organizationId }: Tenant,
): Promise<BundledFile[]> {
  const files: BundledFile[] = [];
  for (const format of FORMATS) {
    const file = await finishedFile(deliverable, { format, organizationId }).catch(leaveOut);
    if (file) files.push({ ...file, name: file.fileName });
  }
  return files;
}

/** A format that this server cannot make is left out rather than the archive. */
function leaveOut(error: unknown): null {
  if (error instanceof AppError && error.code === "UNAVAILABLE") return null;
  throw error;
}

function bibliographyOf({ title, version, sources }: Deliverable): BundledFile {
  const { text, contentType, extension } = renderBibliography(sources, "bibtex");
  const name = fileNameFor(title, { version, extension });
  return { name, contentType, bytes: new TextEncoder().encode(text) };
}

async function recordOf(
  database: Database,
  tenant: Tenant,
  { plan, record }: { readonly plan: Plan; readonly record: BundledRecord },
): Promise<BundledFile> {
  const request = { plan: plan.id, ...record, since: null };
  const { bytes } = await exportAudit(database, tenant, request);
  return { name: "audit-record.zip", contentType: "application/zip", bytes };
}

function captureIds({ claims }: OutputWithSources): string[] {
  const evidence = claims.flatMap((claim) => claim.evidence);
  return [...new Set(evidence.flatMap(({ captureId }) => captureId ?? []))];
}

function capturesOf(
  { claims }: OutputWithSources,
  texts: ReadonlyMap<string, string>,
): BundledCapture[] {
  const evidence = claims.flatMap((claim) => claim.evidence);
  return [...texts].flatMap(([id, text]) => {
    const source = evidence.find(({ captureId }) => captureId === id)?.source;
    return source === null || source === undefined ? [] : [{ source, text }];
  });
}

function stepsOf({ steps }: Plan): CrateStep[] {
  return steps
    .filter(({ status }) => status === "completed")
    .map((step) => ({
      id: stepHandle(step),
      name: step.resultSummary ?? step.instructions,
      startedAt: step.startedAt,
      endedAt: step.completedAt,
      agent: step.leaseClient,
    }));
}

function decisionsOf(plan: Plan, nameOf: NameOf): CrateDecision[] {
  return plan.reviews.flatMap(({ id, stepId, decision, decidedBy, decidedAt, feedback }) => {
    if (decision === null || decidedAt === null) return [];
    const step = plan.steps.find((other) => other.id === stepId);
    return [
      {
        id,
        decision,
        by: (decidedBy && nameOf(decidedBy)) || "a person",
        at: decidedAt,
        note: feedback,
        stepId: step ? stepHandle(step) : null,
      },
    ];
  });
}
