import {
  findOutput,
  listOutputs,
  readOutputSources,
  type StoredOutput,
  type StoredSource,
  type TenantContext,
} from "@trovella/db";
import {
  citedIds,
  type Deliverable,
  MAX_SOURCES,
  RenderingRefused,
  renderApart,
} from "@trovella/deliverables";
import { AppError } from "@trovella/plan-engine";
import { excerpt } from "./excerpt.ts";
import { found } from "./not-found.ts";
import { webLink } from "./web-link.ts";

type InTenant = <T>(work: (context: TenantContext) => Promise<T>) => Promise<T>;

const VERSIONS = 100;
const NOTHING_KNOWN = {
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
  const page = await renderBody(output, sources);
  const { content, ...head } = output;
  return {
    ...head,
    characters: content.length,
    html: page.html,
    outline: page.outline,
    sources: numbered(sources, page.marked),
    versions: versions.map(({ id, version, mediaType, createdAt }) => ({
      id,
      version,
      mediaType,
      createdAt,
    })),
  };
}

async function renderBody(output: StoredOutput, sources: readonly StoredSource[]) {
  const deliverable: Deliverable = {
    title: output.title,
    markdown: output.content,
    // Each source carries its place, by which its number is recognized in the page.
    sources: sources.map(({ id }, index) => ({ ...NOTHING_KNOWN, id, title: String(index) })),
    researchQuestion: null,
    planName: null,
    createdAt: output.createdAt,
    version: output.version,
  };
  const { bytes } = await renderApart(deliverable, "html").catch(explainRefusal);
  return partsOf(new TextDecoder().decode(bytes));
}

/** All text in the page is escaped, so these marks can only be the page's own. */
function partsOf(page: string) {
  const start = page.indexOf("<main>") + "<main>".length;
  const end = page.lastIndexOf("</main>");
  const html = page.slice(start, end);
  const outline = [...html.matchAll(/<h([2-6]) id="(section-\d+)">(.*?)<\/h\1>/gs)].map(
    ([, level, anchor, heading]) => ({
      level: Number(level) - 1,
      anchor: anchor ?? "",
      text: plain(heading ?? ""),
    }),
  );
  const cited = new Set(
    [...html.matchAll(/href="#source-(\d+)"/g)].map(([, number]) => Number(number)),
  );
  const marked = new Map<number, { readonly number: number; readonly isCited: boolean }>();
  for (const [, number, place] of page
    .slice(end)
    .matchAll(/<li id="source-(\d+)">(?:<a [^>]*>)?(\d+)</g)) {
    marked.set(Number(place), { number: Number(number), isCited: cited.has(Number(number)) });
  }
  return { html, outline, marked };
}

function numbered(
  sources: readonly StoredSource[],
  marked: ReadonlyMap<number, { readonly number: number; readonly isCited: boolean }>,
) {
  return sources
    .map((source, index) => ({
      ...source,
      quote: source.quote && excerpt(source.quote, 500),
      link: webLink(source.url),
      number: 0,
      isCited: false,
      ...marked.get(index),
    }))
    .sort((one, other) => one.number - other.number);
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

function plain(html: string): string {
  return html
    .replace(/<sup.*?<\/sup>/gs, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function explainRefusal(error: unknown): never {
  if (!(error instanceof RenderingRefused)) throw error;
  throw new AppError(error.reason === "busy" ? "UNAVAILABLE" : "LIMIT_EXCEEDED", error.message);
}
