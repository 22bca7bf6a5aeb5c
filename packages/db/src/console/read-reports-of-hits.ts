import { rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** The newest report of a plan. */
export interface PlanReport {
  readonly planId: string;
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

export interface ReportsOfHits {
  readonly reports: readonly PlanReport[];
  /** The artifacts that the newest report of their plan cites. */
  readonly citedArtifacts: readonly string[];
}

/** Longer reports are searched for citations only so far. */
const MAX_READ = 400_000;

const NEWEST = `
  SELECT DISTINCT ON (plan_id) plan_id, id, title, version, left(content, ${MAX_READ}) AS content FROM research_output
  WHERE plan_id = ANY($1::text[]) ORDER BY plan_id, version DESC`;
const REPORTS = defineStatement(
  `SELECT plan_id AS "planId", id, left(title, 200) AS title, version FROM (${NEWEST}) AS newest`,
);
/** By the source itself, by its number in the plan's register, or by a claim that rests on it. */
const CITED = defineStatement(`
  WITH newest AS MATERIALIZED (${NEWEST}),
  cited AS MATERIALIZED (
    SELECT DISTINCT newest.plan_id, lower(marker.refs[1]) AS kind, regexp_replace(lower(btrim(ref)), '#.*$|^c(?=[0-9])', '', 'g') AS ref
    FROM newest, regexp_matches(newest.content, '\\[\\^?(src|clm):([^\\]]+)\\]', 'gi') AS marker (refs),
      regexp_split_to_table(marker.refs[2], '[,;]') AS parts (ref)),
  own AS MATERIALIZED (
    SELECT artifact.id, artifact.plan_id, source.id AS source_id, source.key FROM research_artifact AS artifact
    JOIN research_source AS source ON source.artifact_id = artifact.id WHERE artifact.id = ANY($2::text[]))
  SELECT DISTINCT own.id FROM own LEFT JOIN plan_source AS entry ON entry.plan_id = own.plan_id AND entry.key = own.key
  JOIN cited ON cited.plan_id = own.plan_id AND cited.kind = 'src' AND cited.ref IN (own.source_id, entry.number::text)
  UNION SELECT own.id FROM own JOIN claim_evidence AS evidence ON evidence.source_id = own.source_id
  JOIN claim ON claim.id = evidence.claim_id AND claim.plan_id = own.plan_id
  JOIN cited ON cited.plan_id = own.plan_id AND cited.kind = 'clm' AND cited.ref = claim.number::text`);

/** Which reports use what a search found. */
export async function readReportsOfHits(
  context: TenantContext,
  { planIds, artifactIds }: { planIds: readonly string[]; artifactIds: readonly string[] },
): Promise<ReportsOfHits> {
  const [reports, cited] = await context.send([
    execution(REPORTS, [planIds]),
    execution(CITED, [planIds, artifactIds]),
  ]);
  return {
    reports: rowsOf(reports),
    citedArtifacts: rowsOf<{ id: string }>(cited).map(({ id }) => id),
  };
}
