import type { Client } from "pg";

/** One issue of a step. */
export interface Attempt {
  readonly attempt: number;
  readonly reason: string;
  readonly token: string | null;
  readonly holder: string | null;
  /** The server's clock at the decision. */
  readonly at: number;
}

export interface Completion {
  readonly planVersion: number;
  /** The token of the attempt current at that time. */
  readonly currentToken: string | null;
}

/** The audit log of a step, in order; steps are named as agents name them from outside their plan. */
export interface StepHistory {
  readonly attempts: Attempt[];
  readonly completions: Completion[];
}

interface AuditEvent {
  readonly type: string;
  readonly at: string;
  readonly attempt?: number;
  readonly reason?: string;
  readonly lease?: { readonly token: string; readonly holder: string | null } | null;
}

export async function readHistories(
  client: Client,
  organizationId: string,
): Promise<Map<string, StepHistory>> {
  const { rows } = await client.query(
    `SELECT plan_version, payload, handle || '/s' || number AS step FROM plan_audit_log AS log
     JOIN plan_step AS step ON step.id = step_id JOIN research_plan AS plan ON plan.id = log.plan_id
     WHERE log.organization_id = $1 ORDER BY log.plan_id, seq`,
    [organizationId],
  );
  const histories = new Map<string, StepHistory>();
  for (const { plan_version: planVersion, payload, step: stepId } of rows) {
    const event = payload as AuditEvent;
    const history = histories.get(stepId) ?? { attempts: [], completions: [] };
    histories.set(stepId, history);
    if (event.type === "step_started") history.attempts.push(attemptOf(event));
    if (event.type === "step_completed") {
      const currentToken = history.attempts.at(-1)?.token ?? null;
      history.completions.push({ planVersion, currentToken });
    }
  }
  return histories;
}

function attemptOf({ attempt, reason, lease, at }: AuditEvent): Attempt {
  return {
    attempt: attempt ?? 0,
    reason: reason ?? "",
    token: lease?.token ?? null,
    holder: lease?.holder ?? null,
    at: Date.parse(at),
  };
}
