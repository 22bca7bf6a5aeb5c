import { queryRows, rowsOf } from "../connection/query-rows.ts";
import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { ARTIFACT_TYPES } from "../schema/value-lists.ts";
import { type ImportOrigin, storedImportPath } from "./imports.ts";
import { lockRegister } from "./plan-sources.ts";

export interface NewSource {
  readonly id: string;
  readonly url: string | null;
  readonly title: string;
  readonly author: string | null;
  /** As it was printed: a year, a date. */
  readonly publishedAt: string | null;
  readonly retrievedAt: Date | null;
  readonly quote: string | null;
  readonly doi: string | null;
}

export interface NewArtifact {
  readonly id: string;
  readonly userId: string | null;
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly artifactType: (typeof ARTIFACT_TYPES)[number];
  readonly title: string;
  /** JSON. */
  readonly content: string;
  readonly contentText: string;
  readonly summary: string | null;
  readonly confidence: number | null;
  readonly createdAt: Date;
  /** Of what somebody brought along. */
  readonly origin?: ImportOrigin | undefined;
  /** In the order in which they are cited. */
  readonly sources: readonly NewSource[];
}

export interface SavedArtifact {
  readonly id: string;
  /** Null without a plan. */
  readonly number: number | null;
  /** In the order given; a source that is mentioned twice has one number. */
  readonly sources: readonly SavedSource[];
}

export interface SavedSource {
  readonly id: string;
  readonly title: string;
  /** In the register of the plan; null without a plan. */
  readonly number: number | null;
  /** Whether the register did not have it before. */
  readonly isNew: boolean;
}

const INSERT_ARTIFACT = defineStatement(`
  WITH artifact AS (
    INSERT INTO research_artifact (organization_id, id, user_id, plan_id, step_id, artifact_type, title, content, content_text,
      summary, confidence, created_at, updated_at, import_path, import_hash, number)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $12, $14, $15, CASE WHEN $4::text IS NOT NULL THEN
      1 + coalesce((SELECT max(number) FROM research_artifact WHERE plan_id = $4), 0) END)
    RETURNING number),
  mention AS (
    INSERT INTO research_source (organization_id, id, artifact_id, position, url, title, author, published_at, retrieved_at, quote,
      doi, created_at, updated_at)
    SELECT $1, id, $2, position, url, title, author, "publishedAt", "retrievedAt", quote, doi, $12, $12
    FROM jsonb_to_recordset($13::jsonb) AS source (id text, position integer, url text, title text, author text,
      "publishedAt" text, "retrievedAt" timestamptz, quote text, doi text)
    RETURNING id, position, key),
  known AS (SELECT key, number FROM plan_source WHERE plan_id = $4 AND key IN (SELECT key FROM mention)),
  added AS (
    INSERT INTO plan_source (organization_id, plan_id, number, key, source_id, created_at, updated_at)
    SELECT $1, $4, row_number() OVER (ORDER BY position)
      + coalesce((SELECT max(number) FROM plan_source WHERE plan_id = $4), 0), key, id, $12, $12
    FROM (SELECT DISTINCT ON (key) key, id, position FROM mention ORDER BY key, position) AS first_mention
    WHERE $4 IS NOT NULL AND key NOT IN (SELECT key FROM known)
    RETURNING key, number)
  SELECT artifact.number AS "artifactNumber", coalesce(known.number, added.number) AS number, added.number IS NOT NULL AS "isNew"
  FROM artifact LEFT JOIN mention ON true LEFT JOIN known USING (key) LEFT JOIN added USING (key) ORDER BY position`);

interface SavedRow {
  readonly artifactNumber: number | null;
  readonly number: number | null;
  readonly isNew: boolean;
}

/**
 * Stores artifacts together with their sources, and registers the sources with their plan. What follows is sent in the same
 * round trip.
 */
export async function saveArtifacts(
  context: TenantContext,
  artifacts: readonly NewArtifact[],
  following: readonly Execution[] = [],
): Promise<SavedArtifact[]> {
  const planIds = new Set(artifacts.flatMap(({ planId }) => planId ?? []));
  const locks = [...planIds].sort().map((planId) => lockRegister(context, planId));
  const results = await context.send([
    ...locks,
    ...artifacts.map((artifact) => insertOf(context, artifact)),
    ...following,
  ]);
  return artifacts.map(({ id, sources }, index) => {
    const rows = rowsOf<SavedRow>(results[locks.length + index]);
    return {
      id,
      number: rows[0]?.artifactNumber ?? null,
      sources: sources.map((source, position) => ({
        id: source.id,
        title: source.title,
        number: rows[position]?.number ?? null,
        isNew: rows[position]?.isNew ?? false,
      })),
    };
  });
}

function insertOf(context: TenantContext, artifact: NewArtifact): Execution {
  const sources = artifact.sources.map((source, index) => ({ ...source, position: index + 1 }));
  return execution(INSERT_ARTIFACT, [
    context.tenant.organizationId,
    artifact.id,
    artifact.userId,
    artifact.planId,
    artifact.stepId,
    artifact.artifactType,
    artifact.title,
    artifact.content,
    artifact.contentText,
    artifact.summary,
    artifact.confidence,
    artifact.createdAt,
    JSON.stringify(sources),
    artifact.origin ? storedImportPath(artifact.origin.path) : null,
    artifact.origin?.hash ?? null,
  ]);
}

const KNOWS_ARTIFACT = defineStatement("SELECT FROM research_artifact WHERE id = $1");

export async function isArtifactKnown(
  context: TenantContext,
  artifactId: string,
): Promise<boolean> {
  return (await queryRows(context, execution(KNOWS_ARTIFACT, [artifactId]))).length > 0;
}
