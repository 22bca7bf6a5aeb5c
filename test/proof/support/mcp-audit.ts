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

/** The audit log of a step, in order. */
export interface StepHistory {
  readonly attempts: Attempt[];
  readonly completions: Completion[];
}

interface AuditEvent {
  readonly type: string;
  readonly at: string;
  readonly stepId?: string;
  readonly attempt?: number;
  readonly reason?: string;
  readonly lease?: { readonly token: string; readonly holder: string | null } | null;
}

export async function readHistories(
  client: Client,
  organizationId: string,
): Promise<Map<string, StepHistory>> {
  const { rows } = await client.query(
    `SELECT plan_version, payload FROM plan_audit_log
     WHERE step_id IS NOT NULL AND organization_id = $1 ORDER BY plan_id, seq`,
    [organizationId],
  );
  const histories = new Map<string, StepHistory>();
  for (const { plan_version: planVersion, payload } of rows) {
    const event = payload as AuditEvent;
    const stepId = event.stepId ?? "";
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
