import { type ConnectionSettings, withClient } from "@trovella/db";
import type { Acknowledged } from "../support/journal.ts";

export interface Judgement {
  readonly acknowledged: number;
  readonly missing: readonly Acknowledged[];
  /** Attempts with two starts, and steps with two results. */
  readonly startedTwice: number;
  readonly completedTwice: number;
  /** Plans whose last event is not in the audit log. */
  readonly halfWritten: number;
}

/** Compares what was acknowledged with what the database holds. */
export function judgeFailover(
  target: ConnectionSettings["target"],
  journal: readonly Acknowledged[],
): Promise<Judgement> {
  const entries = [...journal];
  return withClient(target, async (client) => {
    const { rows: events } = await client.query<StoredEvent>(EVENTS);
    const { rows: counts } = await client.query(COUNTS);
    const plans = new Set(events.map(({ plan }) => plan));
    const claims = new Set(
      events
        .filter(({ type }) => type === "step_started")
        .map(({ plan, step, attempt }) => `${plan} ${step} ${attempt}`),
    );
    const completed = new Set(
      events
        .filter(({ type }) => type === "step_completed")
        .map(({ plan, step }) => `${plan} ${step}`),
    );
    const isThere = ({ kind, planId, stepId, attempt }: Acknowledged) => {
      if (kind === "created") return plans.has(planId);
      if (kind === "claimed") return claims.has(`${planId} ${stepId} ${attempt}`);
      return completed.has(`${planId} ${stepId}`);
    };
    const missing = entries.filter((entry) => !isThere(entry));
    return { acknowledged: entries.length, missing, ...counts[0] };
  });
}

interface StoredEvent {
  readonly plan: string;
  readonly step: string | null;
  readonly type: string;
  readonly attempt: string | null;
}

/** By the handles that agents were given. */
const EVENTS = `
  SELECT plan.handle AS plan, 's' || step.number AS step, event_type AS type, payload->>'attempt' AS attempt
  FROM plan_audit_log AS log JOIN research_plan AS plan ON plan.id = log.plan_id
  LEFT JOIN plan_step AS step ON step.id = log.step_id`;

const COUNTS = `
  SELECT
    (SELECT count(*)::integer FROM (SELECT FROM plan_audit_log WHERE event_type = 'step_started'
      GROUP BY step_id, payload->>'attempt' HAVING count(*) > 1) AS twice) AS "startedTwice",
    (SELECT count(*)::integer FROM (SELECT FROM plan_audit_log WHERE event_type = 'step_completed'
      GROUP BY step_id HAVING count(*) > 1) AS twice) AS "completedTwice",
    (SELECT count(*)::integer FROM research_plan AS plan
      LEFT JOIN (SELECT plan_id, max(seq) AS seq FROM plan_audit_log GROUP BY plan_id) AS log ON log.plan_id = plan.id
      WHERE log.seq IS DISTINCT FROM plan.audit_seq) AS "halfWritten"`;
