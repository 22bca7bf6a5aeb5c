import { queryRows, rowsOf } from "../connection/query-rows.ts";
import { compose, limitTo, rawSql, sql, whereAll } from "../connection/sql.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { NewSource } from "../memory/artifacts.ts";
import type { ARTIFACT_TYPES } from "../schema/value-lists.ts";
import { equalTo, type FilterValues, filterConditions } from "./list-filters.ts";
import { PLAN_LABEL, type PlanLabel, queryTitledRows, titledRows } from "./titled-rows.ts";
import { wholeQuotes } from "./whole-quotes.ts";

type ArtifactType = (typeof ARTIFACT_TYPES)[number];

export interface ConsoleArtifact extends PlanLabel<string | null> {
  readonly id: string;
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly artifactType: ArtifactType;
  readonly title: string;
  readonly summary: string | null;
  readonly excerpt: string;
  readonly confidence: number | null;
  readonly characters: number;
  readonly sourceCount: number;
  readonly createdAt: Date;
}

/** With what the list is ordered by, in full precision. */
export interface ListedArtifact extends ConsoleArtifact {
  readonly position: string;
}

export interface ArtifactPage {
  /** The last artifact of the page before. */
  readonly after: { readonly at: string; readonly id: string } | null;
  readonly limit: number;
}

const FILTERS = {
  planId: equalTo("plan_id"),
  artifactType: equalTo<ArtifactType>("artifact_type"),
  createdAfter: (at: Date) => sql`created_at >= ${at}`,
  createdBefore: (at: Date) => sql`created_at < ${at}`,
};
export type ArtifactFilters = FilterValues<typeof FILTERS>;

const COLUMNS = `artifact.id, artifact.plan_id AS "planId", ${PLAN_LABEL}, artifact.step_id AS "stepId",
  artifact.artifact_type AS "artifactType", left(artifact.title, 300) AS title, artifact.confidence,
  length(artifact.content_text) AS characters, artifact.created_at AS "createdAt",
  (SELECT count(DISTINCT key) FROM research_source AS source WHERE source.artifact_id = artifact.id)::integer AS "sourceCount"`;
const WITH_PLAN = "LEFT JOIN research_plan AS plan ON plan.id = artifact.plan_id";

/** The newest come first: by their time and not by their ids, so that the index which leads to a time has the order too. */
export function listConsoleArtifacts(
  context: TenantContext,
  { after, limit, ...filters }: ArtifactFilters & ArtifactPage,
): Promise<ListedArtifact[]> {
  const where = whereAll([
    ...filterConditions(FILTERS, filters),
    after && sql`(created_at, id) < (${after.at}::timestamptz, ${after.id})`,
  ]);
  const page = sql`SELECT * FROM research_artifact ${where} ORDER BY created_at DESC, id DESC ${limitTo(limit)}`;
  const query = sql`
    SELECT ${rawSql(COLUMNS)}, left(artifact.summary, 300) AS summary, left(artifact.content_text, 300) AS excerpt,
      artifact.created_at::text AS position
    FROM (${page}) AS artifact ${rawSql(WITH_PLAN)} ORDER BY artifact.created_at DESC, artifact.id DESC`;
  return queryTitledRows(context, compose(query));
}

export interface ConsoleArtifactDetail extends Omit<ConsoleArtifact, "excerpt"> {
  /** A stretch of the text. */
  readonly text: string;
  readonly researchQuestion: string | null;
  readonly stepOrder: number | null;
  readonly sources: readonly ArtifactSource[];
  /** Outputs of the organization that cite one of its sources. */
  readonly citedBy: readonly {
    readonly id: string;
    readonly title: string;
    readonly version: number;
  }[];
}

/** A source of an artifact, each once with all its quotes there. */
export interface ArtifactSource extends Omit<NewSource, "quote"> {
  /** In the register of the plan; null without a plan. */
  readonly number: number | null;
  readonly quotes: readonly string[];
}

const READ = defineStatement(`
  SELECT ${COLUMNS}, artifact.summary, substr(artifact.content_text, $2 + 1, $3) AS text, left(plan.research_question, 1000) AS "researchQuestion",
    (SELECT step_order FROM plan_step AS step WHERE step.id = artifact.step_id) AS "stepOrder"
  FROM research_artifact AS artifact ${WITH_PLAN} WHERE artifact.id = $1`);
const SOURCES = defineStatement(`
  SELECT main.id, entry.number, url, title, author, published_at AS "publishedAt", retrieved_at AS "retrievedAt", doi,
    ARRAY(SELECT quote FROM research_source AS mention
      WHERE mention.artifact_id = $1 AND mention.key = main.key AND quote IS NOT NULL ORDER BY position) AS quotes
  FROM (SELECT DISTINCT ON (key) * FROM research_source WHERE artifact_id = $1 ORDER BY key, position) AS main
  LEFT JOIN plan_source AS entry
    ON entry.plan_id = (SELECT plan_id FROM research_artifact WHERE id = $1) AND entry.key = main.key
  ORDER BY position LIMIT 100`);
/** Limited to outputs of the same plan, the only ones that usually cite it. */
const CITED_BY = defineStatement(`
  WITH own AS MATERIALIZED (
    SELECT unnest(ARRAY[source.id, entry.number::text]) AS ref
    FROM research_source AS source JOIN research_artifact AS artifact ON artifact.id = source.artifact_id
    LEFT JOIN plan_source AS entry ON entry.plan_id = artifact.plan_id AND entry.key = source.key WHERE artifact.id = $1)
  SELECT output.id, output.title, output.version FROM research_artifact AS artifact
  JOIN research_output AS output ON output.plan_id = artifact.plan_id
  WHERE artifact.id = $1 AND EXISTS (
    SELECT FROM regexp_matches(output.content, '\\[\\^?src:([^\\]]+)\\]', 'gi') AS marker (refs),
      regexp_split_to_table(marker.refs[1], '[,;]') AS cited (ref)
    WHERE lower(btrim(cited.ref)) IN (SELECT ref FROM own))
  ORDER BY output.version DESC LIMIT 20`);

export async function readConsoleArtifact(
  context: TenantContext,
  {
    artifactId,
    from,
    count,
  }: { readonly artifactId: string; readonly from: number; readonly count: number },
): Promise<ConsoleArtifactDetail | null> {
  const [read, sources, citedBy] = await context.send([
    execution(READ, [artifactId, from, count]),
    execution(SOURCES, [artifactId]),
    execution(CITED_BY, [artifactId]),
  ]);
  const [artifact] = titledRows<Omit<ConsoleArtifactDetail, "sources" | "citedBy">>(read);
  if (!artifact) return null;
  return { ...artifact, sources: withWholeQuotes(rowsOf(sources)), citedBy: rowsOf(citedBy) };
}

/** Of all sources of an artifact together. */
const MAX_ARTIFACT_QUOTES = 200_000;

function withWholeQuotes(sources: readonly ArtifactSource[]): ArtifactSource[] {
  let left = MAX_ARTIFACT_QUOTES;
  return sources.map((source) => {
    const quotes = source.quotes.filter((quote) => {
      left -= quote.length;
      return left >= 0;
    });
    return { ...source, quotes };
  });
}

/** The few URLs that are longer are shown with the artifact itself. */
const OF_PLAN = defineStatement(`
  SELECT source.id, entry.number, artifact_id AS "artifactId", CASE WHEN length(url) <= 500 THEN url END AS url, left(source.title, 200) AS title, quote, published_at AS "publishedAt"
  FROM (
    SELECT DISTINCT ON (artifact.id, source.key) source.* FROM research_source AS source
    JOIN research_artifact AS artifact ON artifact.id = artifact_id
    WHERE plan_id = $1 ORDER BY artifact.id, source.key, quote IS NULL, position
  ) AS source JOIN plan_source AS entry ON entry.plan_id = $1 AND entry.key = source.key
  ORDER BY artifact_id, position LIMIT 200`);

export interface PlanSource {
  readonly id: string;
  readonly number: number;
  readonly artifactId: string;
  readonly url: string | null;
  readonly title: string;
  /** Whole, or left out. */
  readonly quote: string | null;
  readonly isQuoteOmitted: boolean;
  readonly publishedAt: string | null;
}

/** Of all sources of a plan together. */
const MAX_QUOTE_CHARACTERS = 60_000;

/** The sources of a plan's artifacts, each once per artifact, at most 200. */
export async function listPlanSources(
  context: TenantContext,
  planId: string,
): Promise<PlanSource[]> {
  const rows = await queryRows<Omit<PlanSource, "isQuoteOmitted">>(
    context,
    execution(OF_PLAN, [planId]),
  );
  return wholeQuotes(rows, MAX_QUOTE_CHARACTERS);
}

const EVIDENCE = defineStatement(`
  SELECT source.id, entry.number, source.artifact_id AS "artifactId", source.url, source.title, source.quote, source.published_at AS "publishedAt"
  FROM research_artifact AS artifact JOIN research_source AS source ON source.artifact_id = artifact.id
  LEFT JOIN plan_source AS entry ON entry.plan_id = $1 AND entry.key = source.key
  WHERE artifact.plan_id = $1 AND ($2::text IS NULL OR source.id > $2) ORDER BY source.id LIMIT $3`);

/** Every mention of a source in a plan's artifacts, whole, in the order they were stored. */
export function listEvidence(
  context: TenantContext,
  { planId, afterId, limit }: { planId: string; afterId: string | null; limit: number },
): Promise<PlanSource[]> {
  return queryRows(context, execution(EVIDENCE, [planId, afterId, limit]));
}
