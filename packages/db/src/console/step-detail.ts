import { rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** A step with ranges of its texts; result and report are JSON. */
export interface StepDetail {
  readonly id: string;
  readonly planId: string;
  readonly order: number;
  readonly type: string;
  readonly status: string;
  readonly instructions: string;
  readonly resultSummary: string | null;
  readonly result: string | null;
  readonly resultLength: number;
  readonly report: string | null;
  readonly reportLength: number;
}

const STEP = defineStatement(`
  SELECT id, plan_id AS "planId", step_order AS "order", step_type AS type, status, instructions, result_summary AS "resultSummary",
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

/** A step with its subagents; null when the plan has no such step. */
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
