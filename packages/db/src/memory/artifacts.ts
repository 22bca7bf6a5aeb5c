import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { ARTIFACT_TYPES } from "../schema/value-lists.ts";

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
  readonly userId: string;
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
  /** In the order in which they are cited. */
  readonly sources: readonly NewSource[];
}

const INSERT_ARTIFACT = defineStatement(`
  WITH artifact AS (
    INSERT INTO research_artifact (organization_id, id, user_id, plan_id, step_id, artifact_type, title, content, content_text,
      summary, confidence, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, $12))
  INSERT INTO research_source (organization_id, id, artifact_id, position, url, title, author, published_at, retrieved_at, quote,
    doi, created_at, updated_at)
  SELECT $1, id, $2, position, url, title, author, "publishedAt", "retrievedAt", quote, doi, $12, $12
  FROM jsonb_to_recordset($13::jsonb) AS source (id text, position integer, url text, title text, author text,
    "publishedAt" text, "retrievedAt" timestamptz, quote text, doi text)`);

/** Stores an artifact together with its sources. */
export async function saveArtifact(context: TenantContext, artifact: NewArtifact): Promise<void> {
  const sources = artifact.sources.map((source, index) => ({ ...source, position: index + 1 }));
  await context.send([
    execution(INSERT_ARTIFACT, [
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
    ]),
  ]);
}

const KNOWS_ARTIFACT = defineStatement("SELECT FROM research_artifact WHERE id = $1");

export async function isArtifactKnown(
  context: TenantContext,
  artifactId: string,
): Promise<boolean> {
  const [known] = await context.send([execution(KNOWS_ARTIFACT, [artifactId])]);
  return (known?.rows.length ?? 0) > 0;
}
