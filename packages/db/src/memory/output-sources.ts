import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { NewSource } from "./artifacts.ts";

export interface StoredSource extends NewSource {
  readonly artifactId: string;
}

const COLUMNS =
  "source.id, artifact_id, url, source.title, author, published_at, retrieved_at, quote, doi";
const READ_SOURCES = defineStatement(`
  SELECT ${COLUMNS} FROM research_source AS source WHERE id = ANY($1::text[]) ORDER BY id`);
const LIST_PLAN_SOURCES = defineStatement(`
  SELECT ${COLUMNS}
  FROM research_source AS source JOIN research_artifact AS artifact ON artifact.id = artifact_id
  WHERE plan_id = $1 AND NOT source.id = ANY($2::text[])
  ORDER BY artifact_id, position LIMIT $3`);

/** The sources with these ids, of any plan of the organization, and further ones of this plan. */
export async function readOutputSources(
  context: TenantContext,
  { ids, planId, limit }: { ids: readonly string[]; planId: string; limit: number },
): Promise<{ readonly cited: StoredSource[]; readonly further: StoredSource[] }> {
  const [cited, further] = await context.send([
    execution(READ_SOURCES, [ids]),
    execution(LIST_PLAN_SOURCES, [planId, ids, Math.max(0, limit - ids.length)]),
  ]);
  return {
    cited: (cited?.rows ?? []).map(storedSource),
    further: (further?.rows ?? []).map(storedSource),
  };
}

// The texts of many artifacts may be too long to search; then only the first ones are.
const READ_SOURCE_TEXTS = defineStatement(`
  WITH artifact AS MATERIALIZED (
    SELECT id, sum(length(content_text)) OVER (ORDER BY id) AS characters
    FROM research_artifact
    WHERE id IN (SELECT artifact_id FROM research_source WHERE id = ANY($1::text[]) AND quote IS NOT NULL))
  SELECT id, content_text FROM research_artifact JOIN artifact USING (id) WHERE characters <= $2`);

/** The sources with these ids, and by artifact the texts their quotes should occur in, limited in total length. */
export async function readQuotedSources(
  context: TenantContext,
  { ids, maxCharacters }: { ids: readonly string[]; maxCharacters: number },
): Promise<{
  readonly sources: StoredSource[];
  readonly texts: ReadonlyMap<string, string>;
}> {
  if (ids.length === 0) return { sources: [], texts: new Map() };
  const statements: Execution[] = [
    execution(READ_SOURCES, [ids]),
    execution(READ_SOURCE_TEXTS, [ids, maxCharacters]),
  ];
  const [sources, texts] = await context.send(statements);
  const pairs = (texts?.rows ?? []).map(
    (row) => [String(row.id), String(row.content_text)] as const,
  );
  return { sources: (sources?.rows ?? []).map(storedSource), texts: new Map(pairs) };
}

function storedSource(row: Readonly<Record<string, unknown>>): StoredSource {
  return {
    id: row.id,
    artifactId: row.artifact_id,
    url: row.url,
    title: row.title,
    author: row.author,
    publishedAt: row.published_at,
    retrievedAt: row.retrieved_at,
    quote: row.quote,
    doi: row.doi,
  } as StoredSource;
}
