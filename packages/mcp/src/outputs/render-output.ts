import { type Database, type Tenant, withTenantContext } from "@trovella/db";
import {
  BIBLIOGRAPHY_FORMATS,
  type BibliographyFormat,
  type Deliverable,
  FORMATS,
  type Format,
  fileNameFor,
  type RenderedFile,
  RenderingRefused,
  renderApart,
  renderBibliography,
} from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";
import { loadDeliverable } from "./load-deliverable.ts";

/** What an output can be had as. */
export const OUTPUT_FORMATS = [...FORMATS, ...BIBLIOGRAPHY_FORMATS] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];
export type OutputFile = RenderedFile;

/** The words in which outputs are stored name formats too; a conversation is best read as a page. */
const FORMAT_OF_MEDIA_TYPE: Readonly<Record<string, OutputFormat>> = {
  conversation: "html",
  word: "docx",
  excel: "xlsx",
  powerpoint: "pptx",
};

/** The format that a word names, or undefined when it names none. */
export function outputFormat(word: string): OutputFormat | undefined {
  const wanted = word.toLowerCase();
  if (Object.hasOwn(FORMAT_OF_MEDIA_TYPE, wanted)) return FORMAT_OF_MEDIA_TYPE[wanted];
  return OUTPUT_FORMATS.find((format) => format === wanted);
}

/** The output as a file; without a format in the one it was stored for. */
export async function renderOutput(
  database: Database,
  tenant: Tenant,
  { outputId, format }: { readonly outputId: string; readonly format: OutputFormat | undefined },
): Promise<OutputFile> {
  // No transaction stays open while the file is made.
  const { output, deliverable } = await withTenantContext(database, tenant, (context) =>
    loadDeliverable(context, outputId),
  );
  const chosen = format ?? outputFormat(output.mediaType) ?? "markdown";
  return isBibliography(chosen)
    ? bibliographyFile(deliverable, chosen)
    : renderApart(deliverable, chosen).catch(explainRefusal);
}

/** Passes on why nothing was rendered as what callers are told; anything else is a bug. */
export function explainRefusal(error: unknown): never {
  if (!(error instanceof RenderingRefused)) throw error;
  const code = error.reason === "busy" ? "UNAVAILABLE" : "LIMIT_EXCEEDED";
  throw new AppError(code, error.message);
}

function isBibliography(format: OutputFormat): format is Exclude<OutputFormat, Format> {
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
