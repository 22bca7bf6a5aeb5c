import { rowsOf } from "../connection/query-rows.ts";
import type { Sender } from "../connection/send-together.ts";
import { defineStatement, execution } from "../connection/statement.ts";

export interface PlanCounts {
  readonly artifacts: number;
  /** Artifacts of this one kind. */
  readonly findings: number;
  readonly sources: number;
  readonly outputs: number;
  readonly feedback: number;
  readonly toolCalls: number;
  readonly toolErrors: number;
  readonly subagentReports: number;
  readonly extractions: number;
  /** Those that were not withdrawn. */
  readonly claims: number;
}

/** How long a step's texts are. */
export interface StepText {
  readonly id: string;
  readonly resultLength: number;
  readonly reportLength: number;
}

export interface PlanBackground {
  readonly counts: PlanCounts;
  readonly createdBy: string | null;
  readonly texts: ReadonlyMap<string, StepText>;
  readonly clients: readonly string[];
}

const COUNTS = defineStatement(`
  SELECT (SELECT count(*) FROM research_artifact WHERE plan_id = $1)::integer AS artifacts,
    (SELECT count(*) FROM research_artifact WHERE plan_id = $1 AND artifact_type = 'finding')::integer AS findings,
    (SELECT count(*) FROM plan_source WHERE plan_id = $1)::integer AS sources,
    (SELECT count(*) FROM research_output WHERE plan_id = $1)::integer AS outputs,
    (SELECT count(*) FROM research_feedback WHERE plan_id = $1)::integer AS feedback,
    (SELECT count(*) FROM subagent_report WHERE plan_id = $1)::integer AS "subagentReports",
    (SELECT count(*) FROM extraction_result WHERE plan_id = $1)::integer AS extractions,
    (SELECT count(*) FROM claim WHERE plan_id = $1 AND withdrawn_at IS NULL)::integer AS claims,
    calls."toolCalls", calls."toolErrors", calls.clients, (SELECT created_by FROM research_plan WHERE id = $1) AS "createdBy"
  FROM (
    SELECT count(*)::integer AS "toolCalls", count(*) FILTER (WHERE is_error)::integer AS "toolErrors",
      (array_agg(DISTINCT client_name) FILTER (WHERE client_name IS NOT NULL))[1:20] AS clients
    FROM mcp_tool_call_log WHERE plan_id = $1
  ) AS calls`);
const TEXTS = defineStatement(`
  SELECT id, coalesce(length(result::text), 0) AS "resultLength",
    coalesce(length(step_execution_report::text), 0) AS "reportLength"
  FROM plan_step WHERE plan_id = $1 AND (result IS NOT NULL OR step_execution_report IS NOT NULL)`);

/** The facts about a plan that the plan engine does not keep. */
export async function readPlanBackground(context: Sender, planId: string): Promise<PlanBackground> {
  const [counted, texts] = await context.send([
    execution(COUNTS, [planId]),
    execution(TEXTS, [planId]),
  ]);
  const [row] = rowsOf<PlanCounts & { clients: string[] | null; createdBy: string | null }>(
    counted,
  );
  if (!row) throw new Error("Counting gave no row.");
  const { clients, createdBy, ...counts } = row;
  return {
    counts,
    createdBy,
    clients: clients ?? [],
    texts: new Map(rowsOf<StepText>(texts).map((text) => [text.id, text])),
  };
}
