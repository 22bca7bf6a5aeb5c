import type { NotificationType } from "@trovella/plan-engine";
import { newId } from "../connection/new-id.ts";
import { queryRows, rowsOf } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { type NotificationSetting, READ_SETTINGS } from "./notification-settings.ts";
import type { EventPayload } from "./outbox.ts";

export interface WaitingEvent {
  readonly id: string;
  readonly planId: string;
  readonly seq: number;
  readonly type: NotificationType;
  readonly payload: EventPayload;
  readonly createdAt: Date;
  /** Who started the plan. */
  readonly ownerId: string | null;
  /** Who was asked to review the plan instead of its owner. */
  readonly assigneeId: string | null;
}

export interface NewDelivery {
  readonly eventId: string;
  readonly webhookId: string | null;
  readonly userId: string | null;
  readonly planId: string;
  readonly seq: number;
  readonly dueAt: Date;
}

export interface DispatchInput {
  readonly events: readonly WaitingEvent[];
  readonly webhooks: readonly {
    readonly id: string;
    readonly events: readonly string[];
    readonly enabledAt: Date;
  }[];
  readonly settings: readonly NotificationSetting[];
}

const MAX_PLANS = 100;

const WAITS = defineStatement(
  "SELECT EXISTS (SELECT FROM notification_event WHERE dispatched_at IS NULL) AS waits",
);

export async function hasUndispatched(context: TenantContext): Promise<boolean> {
  const [row] = await queryRows<{ waits: boolean }>(context, execution(WAITS));
  return row?.waits === true;
}

/** One process at a time: a later event of a plan must never be dispatched before an earlier one. */
const LOCK = defineStatement(
  "SELECT pg_advisory_xact_lock(hashtextextended('notifications of ' || $1, 0))",
);
/** All waiting events of some plans, since times of different processes say little about their order. */
const READ_EVENTS = defineStatement(`
  SELECT event.id, event.plan_id AS "planId", event.seq::double precision AS seq, event.type, event.payload,
    event.created_at AS "createdAt", plan.created_by AS "ownerId", plan.assignee_id AS "assigneeId"
  FROM notification_event AS event JOIN research_plan AS plan ON plan.id = event.plan_id
  WHERE event.dispatched_at IS NULL AND event.plan_id IN (
    SELECT plan_id FROM notification_event WHERE dispatched_at IS NULL ORDER BY created_at LIMIT ${MAX_PLANS})
  ORDER BY event.plan_id, event.seq`);
const READ_WEBHOOKS = defineStatement(
  `SELECT id, events, enabled_at AS "enabledAt" FROM webhook WHERE is_enabled ORDER BY id`,
);
const INSERT = defineStatement(`
  INSERT INTO notification_delivery (organization_id, id, event_id, webhook_id, user_id, plan_id, seq, due_at)
  SELECT $1, id, "eventId", "webhookId", "userId", "planId", seq, "dueAt"
  FROM jsonb_to_recordset($2::jsonb) AS delivery (id text, "eventId" text, "webhookId" text, "userId" text,
    "planId" text, seq bigint, "dueAt" timestamptz)`);
const MARK = defineStatement(
  "UPDATE notification_event SET dispatched_at = now() WHERE id = ANY($1::text[])",
);

/** Turns waiting events into deliveries, as `decide` says. Returns how many events there were. */
export async function dispatchEvents(
  context: TenantContext,
  decide: (input: DispatchInput) => readonly NewDelivery[],
): Promise<number> {
  const { organizationId } = context.tenant;
  const [, events, webhooks, settings] = await context.send([
    execution(LOCK, [organizationId]),
    execution(READ_EVENTS),
    execution(READ_WEBHOOKS),
    execution(READ_SETTINGS),
  ]);
  const input: DispatchInput = {
    events: rowsOf(events),
    webhooks: rowsOf(webhooks),
    settings: rowsOf(settings),
  };
  if (input.events.length === 0) return 0;
  const deliveries = decide(input).map((one) => ({ id: newId("delivery"), ...one }));
  await context.send(
    [
      execution(INSERT, [organizationId, JSON.stringify(deliveries)]),
      execution(MARK, [input.events.map(({ id }) => id)]),
    ],
    { last: true },
  );
  return input.events.length;
}
