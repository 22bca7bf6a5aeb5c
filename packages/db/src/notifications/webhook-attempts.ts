import { newId } from "../connection/new-id.ts";
import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export interface NewWebhookAttempt {
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly attempt: number;
  readonly httpStatus: number | null;
  readonly problem: string | null;
  readonly durationMs: number;
}

/** The log of a webhook is a window, not an archive. */
const KEPT_ATTEMPTS = 200;

const INSERT = defineStatement(`
  INSERT INTO webhook_attempt (organization_id, id, webhook_id, event_id, event_type, attempt, http_status, problem, duration_ms)
  SELECT $1, $2, $3, $4, $5, $6::integer, $7::integer, $8, $9::integer FROM webhook WHERE id = $3`);
const TRIM = defineStatement(`
  DELETE FROM webhook_attempt WHERE webhook_id = $1 AND id <= (
    SELECT id FROM webhook_attempt WHERE webhook_id = $1 ORDER BY id DESC OFFSET ${KEPT_ATTEMPTS} LIMIT 1)`);

export function saveWebhookAttempt(
  { tenant }: TenantContext,
  attempt: NewWebhookAttempt,
): Execution[] {
  const { webhookId, eventId, eventType, httpStatus, problem, durationMs } = attempt;
  const values = [webhookId, eventId, eventType, attempt.attempt, httpStatus, problem, durationMs];
  return [
    execution(INSERT, [tenant.organizationId, newId("webhookAttempt"), ...values]),
    execution(TRIM, [webhookId]),
  ];
}

const SUCCESS = defineStatement(`
  UPDATE webhook SET failures = 0, failing_since = NULL, paused_until = NULL WHERE id = $1 AND failures > 0`);

export function noteWebhookSuccess(webhookId: string): Execution {
  return execution(SUCCESS, [webhookId]);
}

export interface WebhookFailure {
  readonly webhookId: string;
  /** Nothing is sent to it meanwhile. */
  readonly pauseMs: number;
  /** It is disabled when it has failed for this long. */
  readonly disableAfterMs: number;
  /** It is disabled at once: the target says that it is gone. */
  readonly isGone: boolean;
}

const FIRST_PAUSE_MS = 10_000;

const FAILURE = defineStatement(`
  UPDATE webhook SET failures = failures + 1, failing_since = coalesce(failing_since, now()),
    -- Others that come through in between show that the target works, so that one bad event hardly delays them.
    paused_until = now() + CASE WHEN failures = 0 THEN least($2, ${FIRST_PAUSE_MS}) ELSE $2 END * interval '1 millisecond',
    is_enabled = is_enabled AND NOT ($4::boolean OR coalesce(failing_since < now() - $3 * interval '1 millisecond', false)),
    disabled_because = CASE WHEN NOT is_enabled THEN disabled_because WHEN $4::boolean THEN 'gone'
      WHEN failing_since < now() - $3 * interval '1 millisecond' THEN 'failing' END
  WHERE id = $1
  RETURNING name, NOT is_enabled AND disabled_because IS NOT NULL AS "isDisabled"`);

export function noteWebhookFailure({
  webhookId,
  pauseMs,
  disableAfterMs,
  isGone,
}: WebhookFailure): Execution {
  return execution(FAILURE, [webhookId, pauseMs, disableAfterMs, isGone]);
}
