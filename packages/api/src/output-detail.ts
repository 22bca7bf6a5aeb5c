import type { TenantContext } from "@trovella/db";
import type { WholeClaim } from "@trovella/db/evidence";
import { listOutputs, type RegisteredSource } from "@trovella/db/memory";
import {
  excerpt,
  type OutputBody,
  readOutputWithSources,
  renderOutputBody,
  webLink,
} from "@trovella/research";
import { orNotFound } from "./or-not-found.ts";

type InTenant = <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>;

const MAX_VERSIONS = 100;
const MAX_QUOTES = 5;
const MAX_CLAIMS = 500;

export async function readOutputDetail(inTenant: InTenant, outputId: string) {
  const { versions, tenant, ...found } = await inTenant(async (context) => {
    const found = orNotFound(
      await readOutputWithSources(context, outputId, { withFurther: true }),
      "output",
    );
    const { planId } = found.output;
    const versions = await listOutputs(context, { planId, limit: MAX_VERSIONS });
    return { ...found, versions, tenant: context.tenant };
  });
  const { html, outline, unknownIds, ...body } = await renderOutputBody(found, tenant);
  const { content, record: _, ...head } = found.output;
  return {
    ...head,
    characters: content.length,
    html,
    outline,
    sources: listed(found.sources, body.sources),
    claims: found.claims.slice(0, MAX_CLAIMS).map(claimOf),
    unknownIds,
    versions: versions.map(({ id, version, isDraft, origin, mediaType, createdAt }) => ({
      id,
      version,
      isDraft,
      origin,
      mediaType,
      createdAt,
    })),
  };
}

/** Of a claim, what a reader is told beside a citation. */
function claimOf({ id, number, statement, status, evidence }: WholeClaim) {
  const sources = [...new Set(evidence.flatMap(({ source }) => source ?? []))];
  return { id, number, statement: excerpt(statement, 300), status, sources };
}

function listed(sources: readonly RegisteredSource[], cited: OutputBody["sources"]) {
  const byNumber = new Map(sources.map((source) => [source.number, source]));
  return cited.flatMap(({ number, isCited }) => {
    const { refs: _refs, ...source } = byNumber.get(number) ?? {};
    if (!("id" in source)) return [];
    const quotes = source.quotes.slice(0, MAX_QUOTES).map((quote) => excerpt(quote, 500));
    const quoteCount = source.quotes.length;
    return [{ ...source, quotes, quoteCount, link: webLink(source.url), isCited }];
  });
}
