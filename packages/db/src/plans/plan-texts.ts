import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** A range of a stored text, in characters from 0. */
export interface TextRange {
  readonly id: string;
  readonly from: number;
  readonly count: number;
}

const MEASURE_RESULTS = defineStatement(
  "SELECT id, length(result::text) AS characters FROM plan_step WHERE plan_id = $1 AND result IS NOT NULL",
);
const READ_RESULTS = defineStatement(`
  SELECT id, substr(result::text, wanted."from" + 1, wanted.count) AS text
  FROM plan_step JOIN jsonb_to_recordset($1::jsonb) AS wanted (id text, "from" integer, count integer) USING (id)`);

/** The length of each result of the plan as JSON text, by step. */
export async function measureStepResults(
  context: TenantContext,
  planId: string,
): Promise<Map<string, number>> {
  const [measured] = await context.send([execution(MEASURE_RESULTS, [planId])]);
  return new Map((measured?.rows ?? []).map((row) => [String(row.id), Number(row.characters)]));
}

/** Ranges of results as JSON text, by step. */
export function readStepResults(
  context: TenantContext,
  ranges: readonly TextRange[],
): Promise<Map<string, string>> {
  return readTexts(context, READ_RESULTS, ranges);
}

export interface PlanArtifact {
  readonly id: string;
  readonly stepId: string | null;
  readonly artifactType: string;
  readonly title: string;
  readonly summary: string | null;
  readonly confidence: number | null;
  readonly createdAt: Date;
  readonly characters: number;
  /** The first of its sources. */
  readonly sources: readonly { readonly id: string; readonly title: string }[];
  readonly sourceCount: number;
}

const LISTED_SOURCES = 10;

const LIST_ARTIFACTS = defineStatement(`
  SELECT id, step_id, artifact_type, left(title, 300) AS title, left(summary, 1000) AS summary, confidence, created_at,
    length(content_text) AS characters,
    (SELECT count(*) FROM research_source AS source WHERE source.artifact_id = artifact.id) AS source_count,
    (SELECT jsonb_agg(jsonb_build_object('id', id, 'title', left(title, 60)) ORDER BY position) FROM research_source AS source
      WHERE source.artifact_id = artifact.id AND position <= ${LISTED_SOURCES}) AS sources
  FROM research_artifact AS artifact WHERE plan_id = $1 ORDER BY id DESC LIMIT 200`);
const READ_ARTIFACTS = defineStatement(`
  SELECT id, substr(content_text, wanted."from" + 1, wanted.count) AS text
  FROM research_artifact JOIN jsonb_to_recordset($1::jsonb) AS wanted (id text, "from" integer, count integer) USING (id)`);

/** The plan's artifacts, newest first, without their texts. */
export async function listPlanArtifacts(
  context: TenantContext,
  planId: string,
): Promise<PlanArtifact[]> {
  const [listed] = await context.send([execution(LIST_ARTIFACTS, [planId])]);
  return (listed?.rows ?? []).map(
    (row) =>
      ({
        id: row.id,
        stepId: row.step_id,
        artifactType: row.artifact_type,
        title: row.title,
        summary: row.summary,
        confidence: row.confidence,
        createdAt: row.created_at,
        characters: Number(row.characters),
        sources: row.sources ?? [],
        sourceCount: Number(row.source_count),
      }) as PlanArtifact,
  );
}

/** Ranges of artifacts' texts, by artifact. */
export function readArtifactTexts(
  context: TenantContext,
  ranges: readonly TextRange[],
): Promise<Map<string, string>> {
  return readTexts(context, READ_ARTIFACTS, ranges);
}

async function readTexts(
  context: TenantContext,
  statement: ReturnType<typeof defineStatement>,
  ranges: readonly TextRange[],
): Promise<Map<string, string>> {
  if (ranges.length === 0) return new Map();
  const [read] = await context.send([execution(statement, [JSON.stringify(ranges)])]);
  return new Map((read?.rows ?? []).map((row) => [String(row.id), String(row.text)]));
}

const KNOWS_SESSION = defineStatement(
  "SELECT FROM plan_audit_log WHERE plan_id = $1 AND session_id = $2 LIMIT 1",
);

/** Whether the plan's history already names this session. */
export async function isSessionKnown(
  context: TenantContext,
  { planId, sessionId }: { planId: string; sessionId: string },
): Promise<boolean> {
  const [known] = await context.send([execution(KNOWS_SESSION, [planId, sessionId])]);
  return (known?.rows.length ?? 0) > 0;
}
