import type { Phase, PhaseCause } from "@trovella/plan-engine";
import { queryRows } from "../connection/query-rows.ts";
import type { Sender } from "../connection/send-together.ts";
import { defineStatement, execution } from "../connection/statement.ts";

/** An audit event from which the time line of a step is drawn. */
export interface StepMoment {
  /** Null where the event is about several steps. */
  readonly stepId: string | null;
  readonly type: string;
  readonly reason: string | null;
  readonly stepIds: readonly string[] | null;
  /** Of a skipped step: what skipped it. */
  readonly by: string | null;
  readonly at: Date;
}

/** Far above what an ordinary plan has. */
const MAX_MOMENTS = 5_000;
const MOMENTS = defineStatement(`
  SELECT payload->>'stepId' AS "stepId", payload->>'type' AS type, payload->>'reason' AS reason, payload->'stepIds' AS "stepIds",
    payload->>'by' AS by, created_at AS at
  FROM plan_audit_log
  WHERE plan_id = $1 AND seq > 0 AND (event_type IN ('step_started', 'step_completed', 'step_failed', 'user_reviewed')
    OR action IN ('step_skipped', 'step_sent_back', 'step_retried', 'stall_detected'))
  ORDER BY seq LIMIT ${MAX_MOMENTS}`);

/** In the order in which they happened. */
export function listStepMoments(context: Sender, planId: string): Promise<StepMoment[]> {
  return queryRows(context, execution(MOMENTS, [planId]));
}

/** When the phase of a plan changed, or its budget was changed or let go. */
export interface BudgetMoment {
  readonly type: "budget_phase_changed" | "budget_changed" | "closing_accepted";
  /** The phase from then on, and its cause. */
  readonly to: Phase | null;
  readonly cause: PhaseCause | null;
  readonly by: "person" | "assistant" | null;
  readonly at: Date;
}

const MAX_BUDGET_MOMENTS = 50;
const BUDGET_MOMENTS = defineStatement(`
  SELECT * FROM (
    SELECT seq, payload->>'type' AS type, payload->>'to' AS to, payload->>'cause' AS cause, payload->>'by' AS by, created_at AS at
    FROM plan_audit_log
    WHERE plan_id = $1 AND seq > 0 AND action IN ('budget_phase_changed', 'budget_changed', 'closing_accepted')
    ORDER BY seq DESC LIMIT ${MAX_BUDGET_MOMENTS}
  ) AS latest ORDER BY seq`);

/** The latest, in the order in which they happened. */
export async function listBudgetMoments(context: Sender, planId: string): Promise<BudgetMoment[]> {
  const rows = await queryRows<BudgetMoment & { seq: number }>(
    context,
    execution(BUDGET_MOMENTS, [planId]),
  );
  return rows.map(({ seq: _, ...moment }) => moment);
}
