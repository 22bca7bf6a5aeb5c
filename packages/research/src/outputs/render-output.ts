import { type Database, type Tenant, type TenantContext, withTenantContext } from "@trovella/db";
import { listMembers } from "@trovella/db/identity";
import { type OutputMaking, readOutputMaking, type StoredOutput } from "@trovella/db/memory";
import {
  BIBLIOGRAPHY_FORMATS,
  type BibliographyFormat,
  citedClaims,
  type Deliverable,
  type DocumentClaim,
  fileNameFor,
  type RenderedFile,
  renderBibliography,
} from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";
import {
  documentClaims,
  evidenceToday,
  type NameOf,
  type OutputEvidence,
} from "../claims/document-evidence.ts";
import { deliverableSource } from "./cited-sources.ts";
import { documentMaking } from "./document-making.ts";
import { documentSettings } from "./document-settings.ts";
import { finishedFile } from "./finished-files.ts";
import { type OutputFormat, outputFormat } from "./output-format.ts";
import { type OutputWithSources, readOutputWithSources } from "./output-with-sources.ts";
import { type BundledRecord, renderBundle } from "./render-bundle.ts";

export type OutputFile = RenderedFile;

interface RenderedOutput extends OutputWithSources {
  readonly making: OutputMaking;
}

export interface OutputRequest {
  readonly outputId: string;
  readonly format: OutputFormat | undefined;
  /** Whether the sources of the plan that the output does not cite are listed too. */
  readonly withFurther?: boolean;
  /** For archives, which then hold the record of the plan. */
  readonly record?: BundledRecord | null;
}

/** The output as a file; without a format in the one it was stored for. */
export async function renderOutput(
  database: Database,
  tenant: Tenant,
  { outputId, format, withFurther = false, record = null }: OutputRequest,
): Promise<OutputFile> {
  // No transaction stays open while the file is made.
  const found = await withTenantContext(database, tenant, (context) =>
    readRenderedOutput(context, outputId, { withFurther }),
  );
  if (!found) throw noSuchOutput();
  const chosen = format ?? outputFormat(found.output.mediaType) ?? "markdown";
  const nameOf = await namesOf(database, tenant);
  const deliverable = {
    ...deliverableOf(found, nameOf),
    ...(await documentSettings(database, tenant)),
  };
  if (chosen === "zip") {
    return renderBundle(database, tenant, { found, deliverable, nameOf, record });
  }
  return isBibliography(chosen)
    ? bibliographyFile(deliverable, chosen)
    : finishedFile(deliverable, { format: chosen, ...tenant });
}

/** An output with everything that its documents show of the plan. */
export async function readRenderedOutput(
  context: TenantContext,
  outputId: string,
  options: { readonly withFurther?: boolean } = {},
): Promise<RenderedOutput | null> {
  const stored = await readOutputWithSources(context, outputId, options);
  if (!stored) return null;
  const { planId, createdAt } = stored.output;
  return { ...stored, making: await readOutputMaking(context, { planId, until: createdAt }) };
}

export function noSuchOutput(): AppError {
  return new AppError(
    "NOT_FOUND",
    "There is no such output. Next: list what there is with `trovella output list`.",
  );
}

/** The names of those who audited claims or decided reviews. */
export async function namesOf(database: Database, { organizationId }: Tenant): Promise<NameOf> {
  const members = await listMembers(database, organizationId);
  return (userId) => members.find((member) => member.userId === userId)?.name;
}

export function deliverableOf(
  { output, claims, sources, making }: RenderedOutput,
  nameOf: NameOf,
): Deliverable {
  const { title, content, planName, researchQuestion, createdAt, version } = output;
  return {
    title,
    markdown: content,
    sources: sources.map(deliverableSource),
    researchQuestion,
    planName: planName && withoutMode(planName),
    createdAt,
    version,
    record: recordOf(output),
    ...documentMaking(making, nameOf),
    ...evidenceOf(output, documentClaims(claims, nameOf)),
  };
}

/** Absent from documents of plans without claims. */
export function evidenceOf(
  { content, evidence }: Pick<StoredOutput, "content" | "evidence">,
  claims: readonly DocumentClaim[],
): Pick<Deliverable, "evidence"> {
  if (claims.length === 0 && !evidence) return {};
  return {
    evidence: evidenceToday(evidence as OutputEvidence | null, claims, citedClaims(content)),
  };
}

/** The lines that `verify.mjs --note` of an audit export reads. */
function recordOf({ record, planHandle }: StoredOutput): string[] {
  if (!record) return [];
  const lines = (record.note ?? "").split("\n").filter(Boolean);
  return [`Event ${record.seq} of ${planHandle}: ${record.head}`, ...lines];
}

/** The mode of the research is no concern of the reader. */
function withoutMode(planName: string): string {
  return planName.replace(/^\[(Scan|Deep)\]\s*/, "") || planName;
}

function isBibliography(format: OutputFormat): format is BibliographyFormat {
  return (BIBLIOGRAPHY_FORMATS as readonly string[]).includes(format);
}

function bibliographyFile(
  { title, version, sources }: Deliverable,
  format: BibliographyFormat,
): OutputFile {
  const { text, contentType, extension } = renderBibliography(sources, format);
  return {
    bytes: new TextEncoder().encode(text),
    contentType,
    fileName: fileNameFor(title, { version, extension }),
  };
}
