import type { TenantContext } from "@trovella/db";
import {
  findOutput,
  listOutputs,
  readOutputSources,
  type StoredOutput,
  type StoredSource,
} from "@trovella/db/memory";
import {
  type Body,
  citedIds,
  MAX_SOURCES,
  RenderingRefused,
  renderBodyApart,
} from "@trovella/deliverables";
import { AppError } from "@trovella/foundation";
import { excerpt, webLink } from "@trovella/research";
import { found } from "./not-found.ts";

type InTenant = <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>;

const VERSIONS = 100;
const NOTHING_KNOWN = {
  title: "",
  url: null,
  author: null,
  publishedAt: null,
  retrievedAt: null,
  doi: null,
  quote: null,
};

/** An output to be read: its body as HTML in which nothing is active, and its sources with their numbers. */
export async function readOutputDetail(inTenant: InTenant, outputId: string) {
  const { output, sources, versions } = await inTenant(async (context) => {
    const output = found(await findOutput(context, outputId), "output");
    const { planId } = output;
    const ids = citedIds(output.content)
      .filter((id) => /^\w{1,200}$/.test(id))
      .slice(0, MAX_SOURCES);
    const read = await readOutputSources(context, { ids, planId, limit: MAX_SOURCES });
    const versions = await listOutputs(context, { planId, limit: VERSIONS });
    return { output, sources: [...read.cited, ...withoutRepetitions(read)], versions };
  });
  const { html, outline, unknownIds, ...body } = await bodyOf(output, sources);
  const { content, ...head } = output;
  return {
    ...head,
    characters: content.length,
    html,
    outline,
    sources: numbered(sources, body.sources),
    unknownIds,
    versions: versions.map(({ id, version, mediaType, createdAt }) => ({
      id,
      version,
      mediaType,
      createdAt,
    })),
  };
}

function bodyOf(output: StoredOutput, sources: readonly StoredSource[]): Promise<Body> {
  return renderBodyApart({
    title: output.title,
    markdown: output.content,
    // The body needs their ids alone.
    sources: sources.map(({ id }) => ({ ...NOTHING_KNOWN, id })),
    researchQuestion: null,
    planName: null,
    createdAt: output.createdAt,
    version: output.version,
  }).catch(explainRefusal);
}

function numbered(sources: readonly StoredSource[], numbers: Body["sources"]) {
  const byId = new Map(sources.map((source) => [source.id, source]));
  return numbers.flatMap(({ id, number, isCited }) => {
    const source = byId.get(id);
    if (!source) return [];
    const quote = source.quote && excerpt(source.quote, 500);
    return [{ ...source, quote, link: webLink(source.url), number, isCited }];
  });
}

/** Without those that lead where another one leads: a page is often found twice. */
function withoutRepetitions({
  cited,
  further,
}: {
  cited: readonly StoredSource[];
  further: readonly StoredSource[];
}) {
  const placeOf = ({ url, doi, title }: StoredSource) => url ?? doi ?? title;
  const seen = new Set(cited.map(placeOf));
  return further.filter((source) => {
    const isNew = !seen.has(placeOf(source));
    seen.add(placeOf(source));
    return isNew;
  });
}

function explainRefusal(error: unknown): never {
  if (!(error instanceof RenderingRefused)) throw error;
  throw new AppError(error.reason === "busy" ? "UNAVAILABLE" : "LIMIT_EXCEEDED", error.message);
}
