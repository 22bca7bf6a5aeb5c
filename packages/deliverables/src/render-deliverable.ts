import type { Deliverable, Format, RenderedFile } from "./deliverable.ts";
import { renderChanges } from "./docx/changes/render-changes.ts";
import { renderDocx } from "./docx/render-docx.ts";
import { fileNameFor } from "./file-name.ts";
import { renderHtml } from "./html/render-html.ts";
import { renderPdf } from "./pdf/render-pdf.ts";
import { renderPptx } from "./pptx/render-pptx.ts";
import { readDocument } from "./read-document.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { renderXlsx } from "./xlsx/render-xlsx.ts";

const OFFICE = "application/vnd.openxmlformats-officedocument";

const FILES: Readonly<Record<Format, { extension: string; contentType: string }>> = {
  markdown: { extension: "md", contentType: "text/markdown; charset=utf-8" },
  html: { extension: "html", contentType: "text/html; charset=utf-8" },
  docx: { extension: "docx", contentType: `${OFFICE}.wordprocessingml.document` },
  xlsx: { extension: "xlsx", contentType: `${OFFICE}.spreadsheetml.sheet` },
  pptx: { extension: "pptx", contentType: `${OFFICE}.presentationml.presentation` },
  pdf: { extension: "pdf", contentType: "application/pdf" },
};

/** The deliverable as a file. The same deliverable always gives the same bytes. */
export async function renderDeliverable(
  deliverable: Deliverable,
  format: Format,
): Promise<RenderedFile> {
  const { extension, contentType } = FILES[format];
  return {
    bytes: await bytesOf(deliverable, format),
    contentType,
    fileName: fileNameFor(deliverable.title, { version: deliverable.version, extension }),
  };
}

/** A Word document that shows what changed from one version to another. */
export async function renderTrackedChanges(
  before: Deliverable,
  after: Deliverable,
): Promise<RenderedFile> {
  const { extension, contentType } = FILES.docx;
  const name = fileNameFor(after.title, { version: after.version, extension });
  return {
    bytes: await renderChanges(before, after),
    contentType,
    fileName: name.replace(/\.docx$/, `-changes-since-v${before.version}.docx`),
  };
}

async function bytesOf(deliverable: Deliverable, format: Format): Promise<Uint8Array> {
  switch (format) {
    case "markdown":
      return renderMarkdown(deliverable);
    case "html":
      return renderHtml(readDocument(deliverable));
    case "docx":
      return renderDocx(readDocument(deliverable));
    case "xlsx":
      return renderXlsx(readDocument(deliverable));
    case "pptx":
      return renderPptx(readDocument(deliverable));
    case "pdf":
      return renderPdf(readDocument(deliverable));
  }
}
