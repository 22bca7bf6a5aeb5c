import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export interface PlanArtifact {
  readonly id: string;
  readonly number: number;
  readonly stepId: string | null;
  readonly artifactType: string;
  readonly title: string;
  readonly summary: string | null;
  readonly confidence: number | null;
  readonly createdAt: Date;
  readonly characters: number;
  /** The first of its sources, by their numbers in the plan. */
  readonly sources: readonly { readonly ref: number; readonly title: string }[];
  readonly sourceCount: number;
}

const LISTED_SOURCES = 10;

const LIST_ARTIFACTS = defineStatement(`
  SELECT id, number, step_id AS "stepId", artifact_type AS "artifactType", left(title, 300) AS title, left(summary, 1000) AS summary,
    confidence, created_at AS "createdAt", length(content_text) AS characters,
    (SELECT count(DISTINCT key) FROM research_source AS source WHERE source.artifact_id = artifact.id)::integer AS "sourceCount",
    (SELECT coalesce(jsonb_agg(jsonb_build_object('ref', number, 'title', title) ORDER BY position), '[]') FROM (
      SELECT entry.number, left(min(title), 60) AS title, min(position) AS position
      FROM research_source AS source JOIN plan_source AS entry ON entry.plan_id = $1 AND entry.key = source.key
      WHERE source.artifact_id = artifact.id GROUP BY entry.number ORDER BY min(position) LIMIT ${LISTED_SOURCES}) AS first_sources) AS sources
  FROM research_artifact AS artifact WHERE plan_id = $1 ORDER BY id DESC LIMIT 200`);

/** The artifacts of the plan, newest first, without their texts. */
export function listPlanArtifacts(context: TenantContext, planId: string): Promise<PlanArtifact[]> {
  return queryRows(context, execution(LIST_ARTIFACTS, [planId]));
}
