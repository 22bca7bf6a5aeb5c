import { queryRows, rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { NewSource } from "./artifacts.ts";
import { citedFrom, FIND_CITED } from "./plan-sources.ts";

/** A source of a plan with what all its mentions say. */
export interface RegisteredSource extends Omit<NewSource, "quote"> {
  readonly number: number;
  readonly artifactId: string;
  /** The citations in the text that name it. */
  readonly refs: readonly string[];
  readonly quotes: readonly string[];
}

const MAX_QUOTES = 50;

// What a mention leaves out is taken from the next one. Mentions in the plan it was adopted from count as its own.
const READ_CITED = defineStatement(`
  WITH ${FIND_CITED},
  entry AS (
    SELECT DISTINCT ON (found.key) found.key, own.number, coalesce(own.source_id, found.source_id) AS source_id, place
    FROM found LEFT JOIN plan_source AS own ON own.plan_id = $1 AND own.key = found.key ORDER BY found.key, place),
  listed AS (
    SELECT * FROM entry
    UNION ALL
    (SELECT key, number, source_id, NULL FROM plan_source
      WHERE $3::boolean AND plan_id = $1 AND key NOT IN (SELECT key FROM entry) ORDER BY number LIMIT $4))
  SELECT listed.number, main.id, main.title, home.id AS "artifactId", mentions.*,
    (SELECT coalesce(jsonb_agg(DISTINCT ref), '[]') FROM found WHERE found.key = listed.key) AS refs
  FROM listed JOIN research_source AS main ON main.id = listed.source_id JOIN research_artifact AS home ON home.id = main.artifact_id
  CROSS JOIN LATERAL (
    SELECT (array_agg(url ORDER BY place) FILTER (WHERE url IS NOT NULL))[1] AS url,
      (array_agg(author ORDER BY place) FILTER (WHERE author IS NOT NULL))[1] AS author,
      (array_agg(published_at ORDER BY place) FILTER (WHERE published_at IS NOT NULL))[1] AS "publishedAt",
      max(retrieved_at) AS "retrievedAt",
      (array_agg(doi ORDER BY place) FILTER (WHERE doi IS NOT NULL))[1] AS doi,
      coalesce((array_agg(quote ORDER BY place) FILTER (WHERE quote IS NOT NULL))[1:${MAX_QUOTES}], '{}') AS quotes,
      array_agg(DISTINCT artifact_id) AS "artifactIds"
    FROM (
      SELECT mention.*, row_number() OVER (ORDER BY mention.id <> main.id, mention.id) AS place
      FROM research_source AS mention JOIN research_artifact AS artifact ON artifact.id = mention.artifact_id
      WHERE mention.key = listed.key AND (artifact.plan_id IN ($1, home.plan_id) OR mention.id = main.id)
    ) AS mention
  ) AS mentions
  ORDER BY listed.number NULLS LAST, listed.place`);

interface CitedRow extends Omit<RegisteredSource, "number"> {
  readonly number: number | null;
  readonly artifactIds: readonly string[];
}

/** The sources that an output of the plan cites, in the order of their numbers; on demand followed by the plan's others. */
export async function readOutputSources(
  context: TenantContext,
  {
    planId,
    refs,
    further,
  }: { readonly planId: string; readonly refs: readonly string[]; readonly further: number },
): Promise<RegisteredSource[]> {
  const values = [...citedFrom(planId, refs), further > 0, further];
  const rows = await queryRows<CitedRow>(context, execution(READ_CITED, values));
  return rows.flatMap((row) => (row.number === null ? [] : [registeredSource(row, row.number)]));
}

// The texts of many artifacts may be too long to search; then only the first ones are.
const READ_TEXTS = defineStatement(`
  WITH artifact AS MATERIALIZED (
    SELECT id, sum(length(content_text)) OVER (ORDER BY id) AS characters
    FROM research_artifact WHERE id = ANY($1::text[]))
  SELECT id, content_text AS text FROM research_artifact JOIN artifact USING (id) WHERE characters <= $2`);

/** What was read of the sources themselves, newest first. */
const READ_CAPTURES = defineStatement(`
  SELECT id, "sourceId", text FROM (
    SELECT capture.id, source.id AS "sourceId", capture.text,
      sum(length(capture.text)) OVER (ORDER BY capture.captured_by = 'server' DESC, capture.fetched_at DESC, capture.id) AS characters
    FROM research_source AS source JOIN source_capture AS capture ON capture.key = source.key
    WHERE source.id = ANY($1::text[]) AND capture.failure IS NULL) AS capture
  WHERE characters <= $2`);

export interface QuotableSources {
  readonly sources: readonly (RegisteredSource & { readonly textIds: readonly string[] })[];
  /** Of pages that were read, and of artifacts; limited in total length. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The sources that a text cites before it is stored, with the texts they were found with. */
export async function readQuotableSources(
  context: TenantContext,
  {
    planId,
    refs,
    maxCharacters,
  }: { readonly planId: string; readonly refs: readonly string[]; readonly maxCharacters: number },
): Promise<QuotableSources> {
  if (refs.length === 0) return { sources: [], texts: new Map() };
  const rows = await queryRows<CitedRow>(
    context,
    execution(READ_CITED, [...citedFrom(planId, refs), false, 0]),
  );
  const artifactIds = [...new Set(rows.flatMap((row) => row.artifactIds))];
  const sourceIds = rows.map(({ id }) => id);
  const [texts, captures] = await context.send([
    execution(READ_TEXTS, [artifactIds, maxCharacters]),
    execution(READ_CAPTURES, [sourceIds, maxCharacters]),
  ]);
  const captured = rowsOf<{ id: string; sourceId: string; text: string }>(captures);
  const capturesOf = (sourceId: string) =>
    captured.flatMap((capture) => (capture.sourceId === sourceId ? [capture.id] : []));
  // Sources of other plans get their numbers when the output is stored.
  const last = Math.max(0, ...rows.flatMap(({ number }) => number ?? []));
  return {
    sources: rows.map((row, index) => ({
      ...registeredSource(row, row.number ?? last + index + 1),
      textIds: [...capturesOf(row.id), ...row.artifactIds],
    })),
    texts: new Map(
      [...captured, ...rowsOf<{ id: string; text: string }>(texts)].map(
        ({ id, text }) => [id, text] as const,
      ),
    ),
  };
}

function registeredSource(row: CitedRow, number: number): RegisteredSource {
  const { artifactIds: _, ...source } = row;
  return { ...source, number, quotes: [...new Set(source.quotes)] };
}
