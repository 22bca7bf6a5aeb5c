import type { TenantContext } from "@trovella/db";
import { listOutputs, type StoredSource } from "@trovella/db/memory";
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

export async function readOutputDetail(inTenant: InTenant, outputId: string) {
  const { versions, tenant, ...found } = await inTenant(async (context) => {
    const found = orNotFound(await readOutputWithSources(context, outputId), "output");
    const { planId } = found.output;
    const versions = await listOutputs(context, { planId, limit: MAX_VERSIONS });
    return { ...found, versions, tenant: context.tenant };
  });
  const { html, outline, unknownIds, ...body } = await renderOutputBody(found, tenant);
  const { content, ...head } = found.output;
  return {
    ...head,
    characters: content.length,
    html,
    outline,
    sources: numbered(found.sources, body.sources),
    unknownIds,
    versions: versions.map(({ id, version, mediaType, createdAt }) => ({
      id,
      version,
      mediaType,
      createdAt,
    })),
  };
}

function numbered(sources: readonly StoredSource[], numbers: OutputBody["sources"]) {
  const byId = new Map(sources.map((source) => [source.id, source]));
  return numbers.flatMap(({ id, number, isCited }) => {
    const source = byId.get(id);
    if (!source) return [];
    const quote = source.quote && excerpt(source.quote, 500);
    return [{ ...source, quote, link: webLink(source.url), number, isCited }];
  });
}
