import type { PlanMode, StepCost, StepType } from "@trovella/plan-engine";
import { rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { DISABLE_PARALLELISM, firstPlanId } from "./insights.ts";
import { PLAN_LABEL, type PlanLabel, titledRows } from "./titled-rows.ts";

/** Plans that ended, and those of them that have a document. */
export interface DocumentCounts {
  readonly plans: number;
  /** With an output that an assistant wrote. */
  readonly assistant: number;
  /** With outputs of the server alone. */
  readonly server: number;
}

/** What completed plans of a mode took, and what was to be expected of their steps: the median and the 90th percentile. */
export interface ModeEffort {
  readonly mode: PlanMode | null;
  readonly plans: number;
  readonly workMinutes: readonly [p50: number, p90: number];
  readonly toolCalls: readonly [p50: number, p90: number];
  readonly expectedMinutes: readonly [p50: number, p90: number];
  readonly expectedCalls: readonly [p50: number, p90: number];
}

/** What steps of every type were expected to take in plans of a mode. */
export interface ModeCosts {
  readonly mode: PlanMode | null;
  readonly costs: Readonly<Record<StepType, StepCost>>;
}

interface Tokens {
  readonly tokens: number;
  readonly costUsd: number;
}

/** The usage of the plans that were created in a month for a skill, and by whom it was counted. */
export interface SkillUsage extends Tokens {
  /** Such as 2026-01. */
  readonly month: string;
  readonly skillName: string | null;
  readonly plans: number;
  /** Plans whose client program reported usage, whose model alone did, and the others. */
  readonly byClient: number;
  readonly byModel: number;
  readonly unknown: number;
}

export interface PlanUsage extends Tokens, PlanLabel {
  readonly planId: string;
  readonly basis: "client" | "model";
}

export interface EffortRows {
  readonly documents: DocumentCounts;
  readonly modes: readonly ModeEffort[];
  readonly skills: readonly SkillUsage[];
  readonly plans: readonly PlanUsage[];
}

/** The latest of the period: bounds the time that counting takes. */
const MAX_PLANS = 10_000;
const MAX_SKILL_ROWS = 100;
const MAX_TOP_PLANS = 10;

// Ids come from an index in order, and lateral joins with a limit look everything else up by them: whatever the share
// of plans in the period, no table is read from end to end.
const ENDED = `SELECT id FROM research_plan WHERE closed_at >= $1 ORDER BY closed_at DESC LIMIT ${MAX_PLANS}`;
const DOCUMENTS = defineStatement(`
  SELECT count(*)::integer AS plans, count(*) FILTER (WHERE origin = 'assistant')::integer AS assistant,
    count(*) FILTER (WHERE origin = 'server')::integer AS server
  FROM (${ENDED}) AS ended
  LEFT JOIN LATERAL (
    SELECT origin FROM research_output WHERE plan_id = ended.id ORDER BY origin LIMIT 1
  ) AS document ON true`);
/** Time is known only of plans that ran since budgets exist. */
const MODES = defineStatement(`
  SELECT mode, count(*)::integer AS plans,
    percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY minutes) AS "workMinutes",
    percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY calls) AS "toolCalls",
    ARRAY[percentile_cont(0.5) WITHIN GROUP (ORDER BY "minutes50"), percentile_cont(0.5) WITHIN GROUP (ORDER BY "minutes90")] AS "expectedMinutes",
    ARRAY[percentile_cont(0.5) WITHIN GROUP (ORDER BY "calls50"), percentile_cont(0.5) WITHIN GROUP (ORDER BY "calls90")] AS "expectedCalls"
  FROM (${ENDED}) AS ended
  CROSS JOIN LATERAL (
    SELECT mode, status, (spent->>'workMs')::float8 / 60000 AS minutes, (spent->>'toolCalls')::float8 AS calls
    FROM research_plan WHERE id = ended.id LIMIT 1
  ) AS plan
  CROSS JOIN LATERAL (
    SELECT sum("minutes50") AS "minutes50", sum("minutes90") AS "minutes90", sum("calls50") AS "calls50", sum("calls90") AS "calls90"
    FROM plan_step AS step
    JOIN jsonb_to_recordset($2::jsonb) AS cost
      (mode text, "stepType" text, "minutes50" float8, "minutes90" float8, "calls50" float8, "calls90" float8)
      ON cost."stepType" = step.step_type AND cost.mode IS NOT DISTINCT FROM plan.mode
    WHERE step.plan_id = ended.id
  ) AS expected
  WHERE status = 'completed' AND minutes > 0 GROUP BY mode ORDER BY mode`);
const RECENT = `
  SELECT plan.* FROM (SELECT id FROM research_plan WHERE id >= $2 ORDER BY id DESC LIMIT ${MAX_PLANS}) AS listed
  CROSS JOIN LATERAL (
    SELECT id, created_at, name, mode, (spent->>'tokens')::float8 AS tokens, (spent->>'costUsd')::float8 AS cost
    FROM research_plan WHERE id = listed.id LIMIT 1
  ) AS plan WHERE created_at >= $1`;
const REPORTED = `
  LEFT JOIN LATERAL (SELECT true AS found FROM usage_report WHERE plan_id = plan.id LIMIT 1) AS reported ON true`;
const SKILLS = defineStatement(`
  SELECT to_char(plan.created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, left(skill_name, 100) AS "skillName", count(*)::integer AS plans,
    sum(tokens) AS tokens, sum(cost) AS "costUsd", count(*) FILTER (WHERE reported.found)::integer AS "byClient",
    count(*) FILTER (WHERE reported.found IS NULL AND tokens + cost > 0)::integer AS "byModel",
    count(*) FILTER (WHERE reported.found IS NULL AND tokens + cost = 0)::integer AS unknown
  FROM (${RECENT}) AS plan ${REPORTED}
  LEFT JOIN LATERAL (
    SELECT skill_name FROM skill_execution WHERE plan_id = plan.id ORDER BY created_at DESC LIMIT 1
  ) AS run ON true
  GROUP BY 1, 2 ORDER BY 1 DESC, sum(cost) DESC, sum(tokens) DESC, 2 LIMIT ${MAX_SKILL_ROWS}`);
const TOP_PLANS = defineStatement(`
  SELECT plan.id AS "planId", ${PLAN_LABEL}, tokens, cost AS "costUsd", CASE WHEN reported.found THEN 'client' ELSE 'model' END AS basis
  FROM (SELECT * FROM (${RECENT}) AS recent WHERE tokens + cost > 0 ORDER BY cost DESC, tokens DESC, id LIMIT ${MAX_TOP_PLANS}) AS plan ${REPORTED}
  ORDER BY cost DESC, tokens DESC, plan.id`);

/** What the plans since a moment took and left behind. */
export async function readEffort(
  context: TenantContext,
  since: Date,
  expected: readonly ModeCosts[],
): Promise<EffortRows> {
  const created = [since, firstPlanId(since)];
  const [, documents, modes, skills, plans] = await context.send([
    execution(DISABLE_PARALLELISM),
    execution(DOCUMENTS, [since]),
    execution(MODES, [since, JSON.stringify(expected.flatMap(costRows))]),
    execution(SKILLS, created),
    execution(TOP_PLANS, created),
  ]);
  const [counts] = rowsOf<DocumentCounts>(documents);
  return {
    documents: counts ?? { plans: 0, assistant: 0, server: 0 },
    modes: rowsOf(modes),
    skills: rowsOf(skills),
    plans: titledRows(plans),
  };
}

function costRows({ mode, costs }: ModeCosts) {
  return Object.entries(costs).map(([stepType, { workMinutes, toolCalls }]) => ({
    mode,
    stepType,
    minutes50: workMinutes.p50,
    minutes90: workMinutes.p90,
    calls50: toolCalls.p50,
    calls90: toolCalls.p90,
  }));
}
