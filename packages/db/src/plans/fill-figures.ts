import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { WRITE_PLAN_TEXT } from "./plan-upserts.ts";

/** The figures of plans out of their steps and registers, for rows that were not written by `savePlan`. */
export const fillFiguresOf = (plans: string) => `
  UPDATE research_plan AS plan SET step_count = figures.steps, done_count = figures.done, failed_count = figures.failed,
    waiting_count = figures.waiting, confidence = figures.confidence, last_sign_at = figures.last_sign_at,
    current_step_id = CASE WHEN plan.closed_at IS NULL THEN figures.current_step_id END,
    closed_progress = CASE WHEN plan.status = 'completed' THEN 100
      WHEN plan.closed_at IS NOT NULL THEN (200 * figures.done + figures.steps) / greatest(2 * figures.steps, 1) END,
    source_count = (SELECT count(*) FROM plan_source AS source WHERE source.organization_id = plan.organization_id AND source.plan_id = plan.id)
  FROM (
    SELECT own.organization_id, own.id, count(step.id)::integer AS steps, avg(step.confidence) AS confidence,
      (count(*) FILTER (WHERE step.status IN ('completed', 'skipped')))::integer AS done,
      (count(*) FILTER (WHERE step.status = 'failed'))::integer AS failed,
      (count(*) FILTER (WHERE step.status = 'awaiting_input'))::integer AS waiting,
      max(greatest(step.last_activity_at, step.updated_at)) AS last_sign_at,
      (array_agg(step.id ORDER BY step.status = 'pending', step.step_order)
        FILTER (WHERE step.status IN ('awaiting_input', 'in_progress', 'pending')))[1] AS current_step_id
    FROM research_plan AS own LEFT JOIN plan_step AS step ON step.organization_id = own.organization_id AND step.plan_id = own.id
    WHERE ${plans} GROUP BY own.organization_id, own.id
  ) AS figures
  WHERE plan.organization_id = figures.organization_id AND plan.id = figures.id`;

const FILL = defineStatement(fillFiguresOf("own.id = $1"));

/** Archives of older versions have no figures and no text for lists, and none is taken from an archive. */
export async function fillFigures(context: TenantContext, planId: string): Promise<void> {
  await context.send([execution(FILL, [planId]), execution(WRITE_PLAN_TEXT, [planId])]);
}
