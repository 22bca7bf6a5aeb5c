import { NOTIFICATION_TYPES } from "@trovella/plan-engine";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  createdAt,
  moment,
  oneOf,
  tenantKey,
  tenantPrimaryKey,
  tenantReference,
  updatedAt,
} from "./columns.ts";
import { planReference } from "./plan.ts";
import { DELIVERY_STATUSES, NOTIFIED_PLANS, WEBHOOK_FORMATS } from "./value-lists.ts";

/** The outbox: what people are to be told, written with the change of the plan it follows from. */
export const notificationEvent = pgTable(
  "notification_event",
  {
    ...tenantKey(),
    planId: text("plan_id").notNull(),
    /** That of the audit row, so that events of a plan are told in order. */
    seq: bigint("seq", { mode: "number" }).notNull(),
    type: text("type", { enum: NOTIFICATION_TYPES }).notNull(),
    payload: jsonb("payload").notNull(),
    /** When its deliveries were made; null until then. */
    dispatchedAt: moment("dispatched_at"),
    createdAt: createdAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    planReference(table),
    uniqueIndex("notification_event_seq").on(table.organizationId, table.planId, table.seq),
    index("notification_event_waiting")
      .on(table.organizationId, table.createdAt)
      .where(sql`dispatched_at is null`),
    index("notification_event_created").on(table.organizationId, table.createdAt),
    oneOf("notification_event_type_known", table.type, NOTIFICATION_TYPES),
  ],
);

export const webhook = pgTable(
  "webhook",
  {
    ...tenantKey(),
    name: text("name").notNull(),
    format: text("format", { enum: WEBHOOK_FORMATS }).notNull(),
    events: text("events").array().notNull(),
    isEnabled: boolean("is_enabled").notNull(),
    /** Encrypted: URLs of chat services are credentials. */
    sealedUrl: text("sealed_url").notNull(),
    /** Without what makes it a credential. */
    shownUrl: text("shown_url").notNull(),
    sealedSecret: text("sealed_secret").notNull(),
    /** Signs too until then, after the secret was rotated. */
    sealedOldSecret: text("sealed_old_secret"),
    oldSecretUntil: moment("old_secret_until"),
    /** Failed attempts since the last that succeeded. */
    failures: integer("failures").notNull().default(0),
    failingSince: moment("failing_since"),
    /** Nothing is sent until then. */
    pausedUntil: moment("paused_until"),
    /** Why the server disabled it; null when a person did. */
    disabledBecause: text("disabled_because"),
    createdBy: text("created_by"),
    /** Events from before are not sent. */
    enabledAt: moment("enabled_at").notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    oneOf("webhook_format_known", table.format, WEBHOOK_FORMATS),
    check("webhook_failures_count", sql`${table.failures} >= 0`),
  ],
);

/** An event on its way to a webhook, or to a person by e-mail. */
export const notificationDelivery = pgTable(
  "notification_delivery",
  {
    ...tenantKey(),
    eventId: text("event_id").notNull(),
    webhookId: text("webhook_id"),
    userId: text("user_id"),
    planId: text("plan_id").notNull(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    status: text("status", { enum: DELIVERY_STATUSES }).notNull().default("waiting"),
    attempts: integer("attempts").notNull().default(0),
    /** Not before: the end of quiet hours, the hour of the digest, or the next attempt. */
    dueAt: moment("due_at").notNull(),
    lockedUntil: moment("locked_until"),
    firstAttemptAt: moment("first_attempt_at"),
    lastError: text("last_error"),
    finishedAt: moment("finished_at"),
    createdAt: createdAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    planReference(table),
    tenantReference(table.organizationId, table.eventId, notificationEvent),
    tenantReference(table.organizationId, table.webhookId, webhook),
    index("notification_delivery_webhook").on(table.organizationId, table.webhookId),
    index("notification_delivery_user").on(table.organizationId, table.userId),
    index("notification_delivery_event").on(table.organizationId, table.eventId),
    index("notification_delivery_waiting")
      .on(table.organizationId, table.webhookId, table.planId, table.seq)
      .where(sql`status = 'waiting'`),
    index("notification_delivery_finished").on(table.organizationId, table.finishedAt),
    oneOf("notification_delivery_status_known", table.status, DELIVERY_STATUSES),
    check("notification_delivery_attempts_count", sql`${table.attempts} >= 0`),
    check(
      "notification_delivery_target_fits",
      sql`(${table.webhookId} is null) <> (${table.userId} is null)`,
    ),
    check(
      "notification_delivery_finished_fits",
      sql`(${table.status} = 'waiting') = (${table.finishedAt} is null)`,
    ),
  ],
);

/** The log of a webhook: one row for each request, the newest 200. */
export const webhookAttempt = pgTable(
  "webhook_attempt",
  {
    ...tenantKey(),
    webhookId: text("webhook_id").notNull(),
    /** Unique among events; that of a test is in no other table. */
    eventId: text("event_id").notNull(),
    eventType: text("event_type").notNull(),
    attempt: integer("attempt").notNull(),
    httpStatus: integer("http_status"),
    /** Why there was no answer that counts; null when it was delivered. */
    problem: text("problem"),
    durationMs: integer("duration_ms").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    tenantReference(table.organizationId, table.webhookId, webhook),
    index("webhook_attempt_webhook").on(table.organizationId, table.webhookId, table.id),
  ],
);

/** What one person chose to be told, and how. Without a row the defaults apply. */
export const notificationSetting = pgTable(
  "notification_setting",
  {
    organizationId: text("organization_id").notNull(),
    userId: text("user_id").notNull(),
    /** By type of event: by e-mail now, in the digest or not. */
    choices: jsonb("choices").notNull(),
    plans: text("plans", { enum: NOTIFIED_PLANS }).notNull(),
    timeZone: text("time_zone").notNull(),
    /** Minutes of the day; null without quiet hours. */
    quietFrom: integer("quiet_from"),
    quietTo: integer("quiet_to"),
    digestHour: integer("digest_hour").notNull(),
    /** Where e-mail goes in local mode, whose user has no address. */
    address: text("address"),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    oneOf("notification_setting_plans_known", table.plans, NOTIFIED_PLANS),
    check(
      "notification_setting_quiet_fits",
      sql`(${table.quietFrom} is null) = (${table.quietTo} is null) and ${table.quietFrom} between 0 and 1439 and ${table.quietTo} between 0 and 1439`,
    ),
    check("notification_setting_digest_fits", sql`${table.digestHour} between 0 and 23`),
  ],
);
