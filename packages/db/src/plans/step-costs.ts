import type { PlanMode, Spread, StepCosts, StepType } from "@trovella/plan-engine";
import { planIdAt } from "../connection/new-id.ts";
import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** The newest plans tell enough. */
const MAX_PLANS = 500;
const MIN_SAMPLES = 5;
const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 90;

interface Row {
  readonly stepType: StepType;
  readonly toolCalls: readonly [number, number] | null;
  readonly workMinutes: readonly [number, number] | null;
  readonly tokens: readonly [number, number] | null;
}

const deciles = (value: string) => `CASE WHEN count(${value}) >= ${MIN_SAMPLES}
    THEN percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY ${value}) END`;

const READ_COSTS = defineStatement(`
  SELECT step_type AS "stepType", ${deciles("tool_calls")} AS "toolCalls", ${deciles("minutes")} AS "workMinutes",
    ${deciles("tokens")} AS tokens
  FROM (
    SELECT step_type, (usage ->> 'toolCalls')::double precision AS tool_calls,
      (extract(epoch FROM step.completed_at - step.started_at) / 60)::double precision AS minutes,
      coalesce(usage -> 'client' ->> 'tokens', usage -> 'model' ->> 'tokens')::double precision AS tokens
    FROM (
      SELECT id, mode, created_at FROM research_plan WHERE id < $3 AND created_at < $4 ORDER BY id DESC LIMIT ${MAX_PLANS}
    ) AS plan
    JOIN plan_step AS step ON step.plan_id = plan.id
    WHERE plan.mode IS NOT DISTINCT FROM $1 AND plan.created_at > $2 AND step.status = 'completed'
  ) AS done
  GROUP BY step_type`);

/** What steps of each type took in the organization's newest plans of this mode before `now`; types with fewer than five are left out. */
export async function readStepCosts(
  context: TenantContext,
  { mode, now }: { readonly mode: PlanMode | null; readonly now: Date },
): Promise<StepCosts> {
  const since = new Date(now.getTime() - DAYS * DAY_MS);
  // A day more for clocks that differ: the id only bounds the search.
  const end = planIdAt(now.getTime() + DAY_MS);
  const rows = await queryRows<Row>(context, execution(READ_COSTS, [mode, since, end, now]));
  const costs = rows.flatMap(({ stepType, toolCalls, workMinutes, tokens }) =>
    toolCalls && workMinutes
      ? [
          [
            stepType,
            {
              toolCalls: spread(toolCalls),
              workMinutes: spread(workMinutes),
              tokens: tokens && spread(tokens),
            },
          ] as const,
        ]
      : [],
  );
  return Object.fromEntries(costs);
}

function spread([p50, p90]: readonly [number, number]): Spread {
  return { p50, p90 };
}
