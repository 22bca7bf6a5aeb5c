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

const READ_ARTIFACTS = defineStatement(`
  SELECT id, substr(content_text, wanted."from" + 1, wanted.count) AS text
  FROM research_artifact JOIN jsonb_to_recordset($1::jsonb) AS wanted (id text, "from" integer, count integer) USING (id)`);

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
