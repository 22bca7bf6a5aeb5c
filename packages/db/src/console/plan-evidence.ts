import { queryRows } from "../connection/query-rows.ts";
import { compare, compose, limitTo, rawSql, sql, whereAll } from "../connection/sql.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { ARTIFACT_TYPES } from "../schema/value-lists.ts";
import { equalTo, type FilterValues, filterConditions } from "./list-filters.ts";
import type { PageBefore } from "./newest-page.ts";

/** Something stored for a plan, with the sources it rests on. */
export interface PlanEvidence {
  readonly id: string;
  readonly stepId: string | null;
  readonly artifactType: (typeof ARTIFACT_TYPES)[number];
  readonly title: string;
  readonly summary: string | null;
  readonly confidence: number | null;
  readonly createdAt: Date;
  /** Distinct ones; the first of them are listed. */
  readonly sourceCount: number;
  readonly sources: readonly EvidenceSource[];
}

export interface EvidenceSource {
  readonly id: string;
  /** In the register of the plan. */
  readonly number: number;
  readonly title: string;
  readonly url: string | null;
  readonly publishedAt: string | null;
  readonly quote: string | null;
}

/** Below it a finding counts as doubtful. */
const DOUBTFUL = 0.5;
const LISTED_SOURCES = 10;

const FILTERS = {
  planId: equalTo("artifact.plan_id"),
  stepId: equalTo("artifact.step_id"),
  /** By its number in the plan. */
  source: (number: number) => sql`EXISTS (
    SELECT FROM research_source AS source JOIN plan_source AS entry ON entry.plan_id = artifact.plan_id AND entry.key = source.key
    WHERE source.artifact_id = artifact.id AND entry.number = ${number})`,
  onlyProblems: (isChosen: boolean) =>
    isChosen
      ? rawSql(`(artifact.confidence < ${DOUBTFUL} OR artifact.artifact_type = 'finding' AND NOT EXISTS (
          SELECT FROM research_source AS source WHERE source.artifact_id = artifact.id))`)
      : null,
};
export type EvidenceFilters = FilterValues<typeof FILTERS>;

/** The page is cut before sources are looked up. A quote is one character longer than it is shown, to tell whether it was cut. */
export function listPlanEvidence(
  context: TenantContext,
  {
    beforeId,
    limit,
    quoteLength,
    ...filters
  }: EvidenceFilters & PageBefore & { readonly quoteLength: number },
): Promise<PlanEvidence[]> {
  const where = whereAll([
    ...filterConditions(FILTERS, filters),
    compare("artifact.id <", beforeId),
  ]);
  const page = sql`SELECT artifact.* FROM research_artifact AS artifact ${where} ORDER BY artifact.id DESC ${limitTo(limit)}`;
  const query = sql`
    SELECT artifact.id, artifact.step_id AS "stepId", artifact.artifact_type AS "artifactType", left(artifact.title, 300) AS title,
      left(artifact.summary, 601) AS summary, artifact.confidence, artifact.created_at AS "createdAt",
      (SELECT count(DISTINCT key) FROM research_source AS source WHERE source.artifact_id = artifact.id)::integer AS "sourceCount",
      (SELECT coalesce(jsonb_agg(to_jsonb(listed) - 'position' ORDER BY position), '[]') FROM (
        SELECT source.id, entry.number, left(source.title, 200) AS title, CASE WHEN length(url) <= 500 THEN url END AS url,
          published_at AS "publishedAt", left(quote, ${quoteLength + 1}) AS quote, source.position
        FROM (SELECT DISTINCT ON (key) * FROM research_source WHERE artifact_id = artifact.id ORDER BY key, quote IS NULL, position) AS source
        JOIN plan_source AS entry ON entry.plan_id = artifact.plan_id AND entry.key = source.key
        ORDER BY source.position LIMIT ${LISTED_SOURCES}) AS listed) AS sources
    FROM (${page}) AS artifact ORDER BY artifact.id DESC`;
  return queryRows(context, compose(query));
}

/** A source with how much of the plan rests on it. */
export interface SourceUse {
  readonly number: number;
  readonly title: string;
  readonly findings: number;
}

const SOURCES = defineStatement(`
  SELECT entry.number, left(min(source.title), 120) AS title, count(DISTINCT artifact.id)::integer AS findings
  FROM plan_source AS entry JOIN research_source AS source ON source.key = entry.key
  JOIN research_artifact AS artifact ON artifact.id = source.artifact_id AND artifact.plan_id = entry.plan_id
  WHERE entry.plan_id = $1 GROUP BY entry.number ORDER BY count(DISTINCT artifact.id) DESC, entry.number LIMIT $2`);

/** The sources of a plan, those first on which most rests. */
export function listSourceUses(
  context: TenantContext,
  { planId, limit }: { readonly planId: string; readonly limit: number },
): Promise<SourceUse[]> {
  return queryRows(context, execution(SOURCES, [planId, limit]));
}
