import type { NotificationType } from "@trovella/plan-engine";
import { queryRows, rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { EventPayload } from "./outbox.ts";

export interface ClaimedDelivery {
  readonly id: string;
  /** This one included. */
  readonly attempts: number;
  readonly firstAttemptAt: Date;
  readonly eventId: string;
  readonly type: NotificationType;
  readonly payload: EventPayload;
  readonly eventAt: Date;
}

export interface ClaimedWebhookDelivery extends ClaimedDelivery {
  readonly webhookId: string;
}

/** What one person is told in one e-mail. */
export interface ClaimedMail {
  readonly userId: string;
  readonly deliveries: readonly ClaimedDelivery[];
}

interface Claiming {
  readonly limit: number;
  /** The claim of a process that died expires after this. */
  readonly lockMs: number;
}

const MAX_IN_MAIL = 50;

const IS_DUE = `delivery.status = 'waiting' AND delivery.due_at <= now()
  AND (delivery.locked_until IS NULL OR delivery.locked_until < now())`;
const IS_FIRST = `NOT EXISTS (SELECT FROM notification_delivery AS earlier WHERE earlier.webhook_id = delivery.webhook_id
  AND earlier.status = 'waiting' AND earlier.plan_id = delivery.plan_id AND earlier.seq < delivery.seq)`;
const CLAIMED = `
  UPDATE notification_delivery AS delivery SET locked_until = now() + $2 * interval '1 millisecond',
    attempts = delivery.attempts + 1, first_attempt_at = coalesce(delivery.first_attempt_at, now())
  FROM picked JOIN notification_event AS event ON event.id = picked.event_id
  WHERE delivery.id = picked.id
  RETURNING delivery.id, delivery.attempts, delivery.first_attempt_at AS "firstAttemptAt", delivery.webhook_id AS "webhookId",
    delivery.user_id AS "userId", delivery.seq::double precision AS seq, event.id AS "eventId", event.type, event.payload,
    event.created_at AS "eventAt"`;

/** One delivery of each webhook at a time, so that a slow target delays nothing but its own. */
const CLAIM_WEBHOOKS = defineStatement(`
  WITH picked AS (
    SELECT next.id, next.event_id FROM webhook CROSS JOIN LATERAL (
      SELECT delivery.id, delivery.event_id FROM notification_delivery AS delivery
      WHERE delivery.webhook_id = webhook.id AND ${IS_DUE} AND ${IS_FIRST}
      ORDER BY delivery.due_at, delivery.id LIMIT 1 FOR UPDATE SKIP LOCKED
    ) AS next
    WHERE webhook.is_enabled AND (webhook.paused_until IS NULL OR webhook.paused_until <= now()) AND NOT EXISTS (
      SELECT FROM notification_delivery AS busy
      WHERE busy.webhook_id = webhook.id AND busy.status = 'waiting' AND busy.locked_until >= now())
    LIMIT $1
  ) ${CLAIMED}`);

/** Claims deliveries that are due; a later event of a plan waits for the earlier one. */
export async function claimWebhookDeliveries(
  context: TenantContext,
  { limit, lockMs }: Claiming,
): Promise<ClaimedWebhookDelivery[]> {
  const [claimed] = await context.send([execution(CLAIM_WEBHOOKS, [limit, lockMs])], {
    last: true,
  });
  return rowsOf(claimed);
}

const CLAIM_MAIL = defineStatement(`
  WITH person AS (
    SELECT delivery.user_id FROM notification_delivery AS delivery
    WHERE delivery.webhook_id IS NULL AND ${IS_DUE} ORDER BY delivery.due_at, delivery.id LIMIT 1
  ), picked AS (
    SELECT delivery.id, delivery.event_id FROM notification_delivery AS delivery
    WHERE delivery.webhook_id IS NULL AND delivery.user_id = (SELECT user_id FROM person) AND ${IS_DUE}
    ORDER BY delivery.due_at, delivery.id LIMIT $1 FOR UPDATE SKIP LOCKED
  ) ${CLAIMED}`);

/** Claims all that one person is to be told by now. */
export async function claimMail(
  context: TenantContext,
  { lockMs }: Pick<Claiming, "lockMs">,
): Promise<ClaimedMail | null> {
  const [claimed] = await context.send([execution(CLAIM_MAIL, [MAX_IN_MAIL, lockMs])], {
    last: true,
  });
  const rows = rowsOf<ClaimedDelivery & { readonly userId: string }>(claimed);
  const [first] = rows;
  if (!first) return null;
  const byTime = (one: ClaimedDelivery, other: ClaimedDelivery) =>
    one.eventAt.getTime() - other.eventAt.getTime();
  return { userId: first.userId, deliveries: rows.toSorted(byTime) };
}

/** Only of the attempt that was claimed: a process that was suspended must not settle a later one. */
const OWN_CLAIM = `FROM jsonb_to_recordset($1::jsonb) AS claimed (id text, attempts integer)
  WHERE delivery.id = claimed.id AND delivery.attempts = claimed.attempts AND delivery.status = 'waiting'`;
const FINISH = defineStatement(`
  UPDATE notification_delivery AS delivery SET status = $2, finished_at = now(), locked_until = NULL, last_error = left($3, 500)
  ${OWN_CLAIM}`);
const RETRY = defineStatement(`
  UPDATE notification_delivery AS delivery SET due_at = now() + $2 * interval '1 millisecond', locked_until = NULL,
    last_error = left($3, 500)
  ${OWN_CLAIM}`);

type Claim = Pick<ClaimedDelivery, "id" | "attempts">;

export function finishDeliveries(
  claims: readonly Claim[],
  {
    status,
    problem = null,
  }: { status: "delivered" | "given_up" | "cancelled"; problem?: string | null },
) {
  return execution(FINISH, [claimsOf(claims), status, problem]);
}

export interface RetriedDelivery {
  readonly waitMs: number;
  readonly problem: string;
}

export function retryDeliveries(claims: readonly Claim[], { waitMs, problem }: RetriedDelivery) {
  return execution(RETRY, [claimsOf(claims), waitMs, problem]);
}

function claimsOf(claims: readonly Claim[]): string {
  return JSON.stringify(claims.map(({ id, attempts }) => ({ id, attempts })));
}

const NEXT = defineStatement(`
  SELECT extract(epoch FROM min(greatest(delivery.due_at, delivery.locked_until, webhook.paused_until)) - now()) * 1000 AS wait_ms
  FROM notification_delivery AS delivery LEFT JOIN webhook ON webhook.id = delivery.webhook_id
  WHERE delivery.status = 'waiting' AND (delivery.webhook_id IS NOT NULL OR $1::boolean) AND ${IS_FIRST}`);

/** The time until something is due; null when nothing waits. */
export async function nextDeliveryMs(
  context: TenantContext,
  { hasMail }: { readonly hasMail: boolean },
): Promise<number | null> {
  const [row] = await queryRows<{ wait_ms: unknown }>(context, execution(NEXT, [hasMail]));
  const wait = row?.wait_ms ?? null;
  return wait === null ? null : Math.max(0, Number(wait));
}

const COUNT = defineStatement(`
  SELECT (SELECT count(*) FROM notification_event WHERE dispatched_at IS NULL)::integer
    + (SELECT count(*) FROM notification_delivery WHERE status = 'waiting')::integer AS total`);

/** What is yet to be told. */
export async function countWaiting(context: TenantContext): Promise<number> {
  const [row] = await queryRows<{ total: number }>(context, execution(COUNT));
  return row?.total ?? 0;
}

const MAX_DELETED = 5_000;
const DELETE_DELIVERIES = defineStatement(`
  DELETE FROM notification_delivery WHERE id IN (
    SELECT id FROM notification_delivery WHERE finished_at < $1 ORDER BY finished_at LIMIT ${MAX_DELETED})`);
/** Those that nobody dispatched either: no process ran for so long that nobody wants to know any more. */
const DELETE_EVENTS = defineStatement(`
  DELETE FROM notification_event WHERE id IN (
    SELECT id FROM notification_event AS event WHERE created_at < $1 AND NOT EXISTS (
      SELECT FROM notification_delivery AS delivery WHERE delivery.event_id = event.id)
    ORDER BY created_at LIMIT ${MAX_DELETED})`);

export async function deleteOldNotifications(context: TenantContext, before: Date): Promise<void> {
  await context.send([execution(DELETE_DELIVERIES, [before]), execution(DELETE_EVENTS, [before])], {
    last: true,
  });
}
