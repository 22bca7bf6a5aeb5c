import { createHash } from "node:crypto";
import type { Tenant } from "@trovella/db";
import type {
  Deliverable,
  Body as OutputBody,
  Comparison as OutputComparison,
} from "@trovella/deliverables";
import { compareApart, renderBodyApart } from "@trovella/deliverables";
import { LRUCache } from "lru-cache";
import { documentClaims } from "../claims/document-evidence.ts";
import type { OutputWithSources } from "./output-with-sources.ts";
import { evidenceOf } from "./render-output.ts";
import { throwRenderingError } from "./rendering-error.ts";

export type { OutputBody, OutputComparison };

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
  found: OutputWithSources,
  { organizationId }: Tenant,
): Promise<OutputBody> {
  return rendered(bodyOf(found), organizationId);
}

/** Versions never change, but what their claims are worth does: a body is known by everything that it is rendered from. */
const bodies = new LRUCache<string, OutputBody>({
  max: 200,
  maxSize: 20_000_000,
  sizeCalculation: ({ html }) => html.length + 1,
});

async function rendered(deliverable: Deliverable, organizationId: string): Promise<OutputBody> {
  const text = JSON.stringify([organizationId, deliverable]);
  const key = createHash("sha256").update(text).digest("base64");
  const known = bodies.get(key);
  if (known) return known;
  const body = await renderBodyApart(deliverable, organizationId).catch(throwRenderingError);
  bodies.set(key, body);
  return body;
}

/** What two versions of the document of a plan have in common, and what only one of them has. */
export function compareOutputs(
  versions: { readonly before: OutputWithSources; readonly after: OutputWithSources },
  { organizationId }: Tenant,
): Promise<OutputComparison> {
  const [before, after] = [bodyOf(versions.before), bodyOf(versions.after)];
  return compareApart({ before, after }, organizationId).catch(throwRenderingError);
}

function bodyOf({ output, claims, sources }: OutputWithSources): Deliverable {
  return {
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
}
