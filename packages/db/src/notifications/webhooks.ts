import type { NotificationType } from "@trovella/plan-engine";
import { queryRows, rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { WEBHOOK_FORMATS } from "../schema/value-lists.ts";

export const MAX_WEBHOOKS = 10;

export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export interface ListedWebhook {
  readonly id: string;
  readonly name: string;
  readonly format: WebhookFormat;
  readonly events: readonly NotificationType[];
  readonly isEnabled: boolean;
  readonly shownUrl: string;
  readonly oldSecretUntil: Date | null;
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly disabledBecause: string | null;
  readonly createdAt: Date;
}

export interface StoredWebhook extends ListedWebhook {
  readonly sealedUrl: string;
  readonly sealedSecret: string;
  readonly sealedOldSecret: string | null;
}

export interface NewWebhook
  extends Pick<
    StoredWebhook,
    "id" | "name" | "format" | "events" | "shownUrl" | "sealedUrl" | "sealedSecret"
  > {
  readonly createdBy: string;
}

const LISTED = `webhook.id, webhook.name, webhook.format, webhook.events, webhook.is_enabled AS "isEnabled",
  webhook.shown_url AS "shownUrl", webhook.old_secret_until AS "oldSecretUntil", webhook.failures,
  webhook.failing_since AS "failingSince", webhook.disabled_because AS "disabledBecause", webhook.created_at AS "createdAt"`;
const STORED = `${LISTED}, webhook.sealed_url AS "sealedUrl", webhook.sealed_secret AS "sealedSecret",
  webhook.sealed_old_secret AS "sealedOldSecret"`;

const LIST = defineStatement(`
  SELECT ${LISTED},
    (SELECT count(*) FROM notification_delivery AS delivery WHERE delivery.webhook_id = webhook.id AND status = 'waiting')::integer AS waiting,
    (SELECT count(*) FROM notification_delivery AS delivery WHERE delivery.webhook_id = webhook.id AND status = 'given_up')::integer AS "givenUp"
  FROM webhook ORDER BY id LIMIT 100`);

/** With the number of events that wait, and of those that were given up and are not forgotten yet. */
export function listWebhooks(
  context: TenantContext,
): Promise<(ListedWebhook & { readonly waiting: number; readonly givenUp: number })[]> {
  return queryRows(context, execution(LIST));
}

const READ = defineStatement(`SELECT ${STORED} FROM webhook WHERE id = $1`);

export async function readWebhook(
  context: TenantContext,
  webhookId: string,
): Promise<StoredWebhook | null> {
  const [row] = await queryRows<StoredWebhook>(context, execution(READ, [webhookId]));
  return row ?? null;
}

/** Two at once must not both see room for one more. */
const LOCK = defineStatement(
  "SELECT pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1, 0))",
);
const INSERT = defineStatement(`
  INSERT INTO webhook (organization_id, id, name, format, events, is_enabled, sealed_url, shown_url, sealed_secret, created_by)
  SELECT $1, $2, $3, $4, $5::text[], true, $6, $7, $8, $9 WHERE (SELECT count(*) FROM webhook) < ${MAX_WEBHOOKS}`);

/** False when the organization has as many as it may have. */
export async function insertWebhook(context: TenantContext, webhook: NewWebhook): Promise<boolean> {
  const { organizationId } = context.tenant;
  const { id, name, format, events, sealedUrl, shownUrl, sealedSecret, createdBy } = webhook;
  const values = [name, format, events, sealedUrl, shownUrl, sealedSecret, createdBy];
  const [, inserted] = await context.send([
    execution(LOCK, [organizationId]),
    execution(INSERT, [organizationId, id, ...values]),
  ]);
  return inserted?.rowCount === 1;
}

const UPDATE = defineStatement(`
  UPDATE webhook SET name = $2, format = $3, events = $4::text[], sealed_url = $5, shown_url = $6, sealed_secret = $7,
    sealed_old_secret = $8, old_secret_until = $9, is_enabled = $10, disabled_because = $11,
    enabled_at = CASE WHEN $10::boolean AND NOT is_enabled THEN now() ELSE enabled_at END,
    failures = CASE WHEN $10::boolean AND NOT is_enabled THEN 0 ELSE failures END,
    failing_since = CASE WHEN $10::boolean AND NOT is_enabled THEN NULL ELSE failing_since END,
    paused_until = NULL, updated_at = now()
  WHERE id = $1`);

export async function updateWebhook(context: TenantContext, webhook: StoredWebhook): Promise<void> {
  await context.send([
    execution(UPDATE, [
      webhook.id,
      webhook.name,
      webhook.format,
      webhook.events,
      webhook.sealedUrl,
      webhook.shownUrl,
      webhook.sealedSecret,
      webhook.sealedOldSecret,
      webhook.oldSecretUntil,
      webhook.isEnabled,
      webhook.disabledBecause,
    ]),
  ]);
}

const CANCEL = defineStatement(`
  UPDATE notification_delivery SET status = 'cancelled', finished_at = now(), locked_until = NULL
  WHERE webhook_id = $1 AND status = 'waiting'`);

/** What waits for a webhook that is disabled is not sent later. */
export async function cancelDeliveries(context: TenantContext, webhookId: string): Promise<void> {
  await context.send([execution(CANCEL, [webhookId])]);
}

const DELETE = defineStatement("DELETE FROM webhook WHERE id = $1");

export async function deleteWebhook(context: TenantContext, webhookId: string): Promise<boolean> {
  const [deleted] = await context.send([execution(DELETE, [webhookId])]);
  return deleted?.rowCount === 1;
}

export interface ListedAttempt {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly attempt: number;
  readonly httpStatus: number | null;
  readonly problem: string | null;
  readonly durationMs: number;
  readonly createdAt: Date;
}

const ATTEMPTS = defineStatement(`
  SELECT id, event_id AS "eventId", event_type AS "eventType", attempt, http_status AS "httpStatus", problem,
    duration_ms AS "durationMs", created_at AS "createdAt"
  FROM webhook_attempt WHERE webhook_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`);

/** The newest first. */
export function listWebhookAttempts(
  context: TenantContext,
  {
    webhookId,
    before,
    limit,
  }: { readonly webhookId: string; readonly before: string | null; readonly limit: number },
): Promise<ListedAttempt[]> {
  return queryRows(context, execution(ATTEMPTS, [webhookId, before, limit]));
}

const COUNT_TESTS = defineStatement(`
  SELECT count(*)::integer AS total FROM webhook CROSS JOIN LATERAL (
    SELECT FROM webhook_attempt WHERE webhook_id = webhook.id AND event_type = 'test' AND created_at > $1) AS test`);

export async function countRecentTests(context: TenantContext, since: Date): Promise<number> {
  const [counted] = await context.send([execution(COUNT_TESTS, [since])]);
  return rowsOf<{ total: number }>(counted)[0]?.total ?? 0;
}
