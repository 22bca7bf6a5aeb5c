import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { rowsOf } from "./where-clause.ts";

export interface PlanCounts {
  readonly artifacts: number;
  readonly sources: number;
  readonly outputs: number;
  readonly feedback: number;
  readonly toolCalls: number;
  readonly toolErrors: number;
  readonly subagentReports: number;
  readonly extractions: number;
}

/** The beginnings of a step's texts, and how long they are. */
export interface StepText {
  readonly id: string;
  readonly result: string | null;
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
    (SELECT count(*) FROM research_source AS source JOIN research_artifact AS artifact ON artifact.id = artifact_id WHERE plan_id = $1)::integer AS sources,
    (SELECT count(*) FROM research_output WHERE plan_id = $1)::integer AS outputs,
    (SELECT count(*) FROM research_feedback WHERE plan_id = $1)::integer AS feedback,
    (SELECT count(*) FROM subagent_report WHERE plan_id = $1)::integer AS "subagentReports",
    (SELECT count(*) FROM extraction_result WHERE plan_id = $1)::integer AS extractions,
    calls."toolCalls", calls."toolErrors", calls.clients, (SELECT created_by FROM research_plan WHERE id = $1) AS "createdBy"
  FROM (
    SELECT count(*)::integer AS "toolCalls", count(*) FILTER (WHERE is_error)::integer AS "toolErrors",
      (array_agg(DISTINCT client_name) FILTER (WHERE client_name IS NOT NULL))[1:20] AS clients
    FROM mcp_tool_call_log WHERE plan_id = $1
  ) AS calls`);
const TEXTS = defineStatement(`
  SELECT id, left(result::text, $2) AS result, coalesce(length(result::text), 0) AS "resultLength",
    coalesce(length(step_execution_report::text), 0) AS "reportLength"
  FROM plan_step WHERE plan_id = $1 AND (result IS NOT NULL OR step_execution_report IS NOT NULL)`);

/** What the engine's plan does not know. */
export async function readPlanBackground(
  context: TenantContext,
  { planId, resultLength }: { readonly planId: string; readonly resultLength: number },
): Promise<PlanBackground> {
  const [counted, texts] = await context.send([
    execution(COUNTS, [planId]),
    execution(TEXTS, [planId, resultLength]),
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

/** What the audit trail says about when a step was whose. */
export interface StepMoment {
  /** Null where the event is about several steps. */
  readonly stepId: string | null;
  readonly type: string;
  readonly reason: string | null;
  readonly stepIds: readonly string[] | null;
  readonly at: Date;
}

/** More than any plan has that is not out of hand. */
const MOST_MOMENTS = 5_000;
const MOMENTS = defineStatement(`
  SELECT payload->>'stepId' AS "stepId", payload->>'type' AS type, payload->>'reason' AS reason, payload->'stepIds' AS "stepIds", created_at AS at
  FROM plan_audit_log
  WHERE plan_id = $1 AND seq > 0 AND (event_type IN ('step_started', 'step_completed', 'step_failed', 'user_reviewed')
    OR action IN ('step_skipped', 'step_sent_back', 'step_retried', 'stall_detected'))
  ORDER BY seq LIMIT ${MOST_MOMENTS}`);

/** In order. */
export async function listStepMoments(
  context: TenantContext,
  planId: string,
): Promise<StepMoment[]> {
  const [read] = await context.send([execution(MOMENTS, [planId])]);
  return rowsOf(read);
}

/** The whole of a step's texts; result and report are JSON. */
export interface StepDetail {
  readonly id: string;
  readonly planId: string;
  readonly order: number;
  readonly type: string;
  readonly status: string;
  readonly instructions: string;
  readonly result: string | null;
  readonly resultLength: number;
  readonly report: string | null;
  readonly reportLength: number;
}

const STEP = defineStatement(`
  SELECT id, plan_id AS "planId", step_order AS "order", step_type AS type, status, instructions,
    substr(result::text, $3 + 1, $4) AS result, coalesce(length(result::text), 0) AS "resultLength",
    substr(step_execution_report::text, $5 + 1, $4) AS report, coalesce(length(step_execution_report::text), 0) AS "reportLength"
  FROM plan_step WHERE plan_id = $1 AND id = $2`);
const SUBAGENTS = defineStatement(`
  SELECT id, agent, left(task, 2000) AS task, left(report, 4000) AS report, length(report) AS "reportLength", status, created_at AS "createdAt"
  FROM subagent_report WHERE step_id = $2 AND plan_id = $1 ORDER BY id LIMIT 20`);

export interface StepSubagent {
  readonly id: string;
  readonly agent: string | null;
  readonly task: string;
  readonly report: string;
  readonly reportLength: number;
  readonly status: string | null;
  readonly createdAt: Date;
}

/** A step with stretches of its texts. */
export async function readStepDetail(
  context: TenantContext,
  given: {
    readonly planId: string;
    readonly stepId: string;
    readonly resultFrom: number;
    readonly reportFrom: number;
    readonly count: number;
  },
): Promise<{ readonly step: StepDetail; readonly subagents: StepSubagent[] } | null> {
  const { planId, stepId, resultFrom, reportFrom, count } = given;
  const [steps, subagents] = await context.send([
    execution(STEP, [planId, stepId, resultFrom, count, reportFrom]),
    execution(SUBAGENTS, [planId, stepId]),
  ]);
  const [step] = rowsOf<StepDetail>(steps);
  return step ? { step, subagents: rowsOf<StepSubagent>(subagents) } : null;
}
