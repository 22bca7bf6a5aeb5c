import type { Tenant } from "@trovella/db";
import type { Body as OutputBody } from "@trovella/deliverables";
import { renderBodyApart } from "@trovella/deliverables";
import { documentClaims } from "../claims/document-evidence.ts";
import type { OutputWithSources } from "./output-with-sources.ts";
import { evidenceOf } from "./render-output.ts";
import { throwRenderingError } from "./rendering-error.ts";

export type { OutputBody };

/** The body needs only the numbers of its sources. */
const NUMBER_ALONE = {
  title: "",
  url: null,
  author: null,
  publishedAt: null,
  retrievedAt: null,
  doi: null,
  quotes: [],
};

/** The output as inert HTML for a page of its own, with its sources numbered. */
export function renderOutputBody(
  { output, claims, sources }: OutputWithSources,
  { organizationId }: Tenant,
): Promise<OutputBody> {
  const deliverable = {
    title: output.title,
    markdown: output.content,
    sources: sources.map(({ number, refs }) => ({ ...NUMBER_ALONE, number, refs })),
    researchQuestion: null,
    planName: null,
    createdAt: output.createdAt,
    version: output.version,
    ...evidenceOf(
      output,
      documentClaims(claims, () => undefined),
    ),
  };
  return renderBodyApart(deliverable, organizationId).catch(throwRenderingError);
}
