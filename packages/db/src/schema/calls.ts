import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { createdAt, moment, oneOf, tenantKey, tenantPrimaryKey, updatedAt } from "./columns.ts";
import { user } from "./identity.ts";
import { planReference } from "./plan.ts";
import { SKILL_EXECUTION_STATUSES } from "./value-lists.ts";

export const skillExecution = pgTable(
  "skill_execution",
  {
    ...tenantKey(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id),
    skillName: text("skill_name").notNull(),
    status: text("status", { enum: SKILL_EXECUTION_STATUSES }).notNull().default("started"),
    planId: text("plan_id"),
    metadata: jsonb("metadata"),
    /** The server opened the run with the plan's brief, so it also ends it with the output. */
    isServerKept: boolean("is_server_kept").notNull().default(false),
    errorMessage: text("error_message"),
    claudeCodeSessionId: text("claude_code_session_id"),
    startedAt: moment("started_at").notNull().defaultNow(),
    completedAt: moment("completed_at"),
    durationMs: integer("duration_ms"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    index("skill_execution_created").on(table.organizationId, table.createdAt),
    index("skill_execution_session").on(
      table.organizationId,
      table.userId,
      table.claudeCodeSessionId,
      table.createdAt,
    ),
    index("skill_execution_plan").on(table.organizationId, table.planId),
    oneOf("skill_execution_status_known", table.status, SKILL_EXECUTION_STATUSES),
  ],
);

export const mcpToolCallLog = pgTable(
  "mcp_tool_call_log",
  {
    ...tenantKey(),
    userId: text("user_id"),
    toolName: text("tool_name").notNull(),
    planId: text("plan_id"),
    stepId: text("step_id"),
    skillExecutionId: text("skill_execution_id"),
    sessionId: text("session_id"),
    clientName: text("client_name"),
    clientVersion: text("client_version"),
    requestMetadata: jsonb("request_metadata"),
    responseMetadata: jsonb("response_metadata"),
    isError: boolean("is_error").notNull(),
    errorCode: text("error_code"),
    durationMs: integer("duration_ms").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    check("mcp_tool_call_log_duration_counts", sql`${table.durationMs} >= 0`),
  ],
);

/** The reply of a completed call, for retries with the same key. */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    organizationId: text("organization_id").notNull(),
    userId: text("user_id").notNull(),
    toolName: text("tool_name").notNull(),
    key: text("key").notNull(),
    argumentsDigest: text("arguments_digest").notNull(),
    reply: jsonb("reply").notNull(),
    /** The plan that the reply is about, with which it is deleted; null in rows of older versions. */
    planId: text("plan_id"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.toolName, table.key] }),
    index("idempotency_key_created").on(table.organizationId, table.createdAt),
  ],
);

export const aiUsage = pgTable(
  "ai_usage",
  {
    ...tenantKey(),
    userId: text("user_id"),
    purpose: text("purpose").notNull(),
    provider: text("provider").notNull(),
    model: text("model").notNull(),
    inputTokens: integer("input_tokens"),
    outputTokens: integer("output_tokens"),
    durationMs: integer("duration_ms").notNull(),
    isError: boolean("is_error").notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    index("ai_usage_created").on(table.organizationId, table.createdAt),
  ],
);

/** Tokens and cost of an AI client's session while it worked on a plan, as its program reported them. */
export const usageReport = pgTable(
  "usage_report",
  {
    ...tenantKey(),
    planId: text("plan_id").notNull(),
    /** The step that the session held at that time. */
    stepId: text("step_id"),
    sessionId: text("session_id").notNull(),
    client: text("client").notNull(),
    model: text("model"),
    inputTokens: bigint("input_tokens", { mode: "number" }).notNull().default(0),
    outputTokens: bigint("output_tokens", { mode: "number" }).notNull().default(0),
    cacheReadTokens: bigint("cache_read_tokens", { mode: "number" }).notNull().default(0),
    cacheWriteTokens: bigint("cache_write_tokens", { mode: "number" }).notNull().default(0),
    costUsd: doublePrecision("cost_usd").notNull().default(0),
    reportedAt: moment("reported_at").notNull(),
    /** The same for a report that is sent again. */
    dedupeKey: text("dedupe_key").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    planReference(table),
    uniqueIndex("usage_report_dedupe").on(table.organizationId, table.dedupeKey),
    index("usage_report_plan").on(table.organizationId, table.planId),
  ],
);

export const personalAccessToken = pgTable(
  "personal_access_token",
  {
    ...tenantKey(),
    userId: text("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** Its last characters, so that people can tell their tokens apart. Its hash is in access_key. */
    tokenEnding: text("token_ending").notNull(),
    scopes: text("scopes").array().notNull(),
    expiresAt: moment("expires_at").notNull(),
    lastUsedAt: moment("last_used_at"),
    revokedAt: moment("revoked_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantPrimaryKey(table),
    index("personal_access_token_user").on(table.organizationId, table.userId, table.id),
    // An altered backup must not bring a token that never ends.
    check(
      "personal_access_token_ends",
      sql`${table.expiresAt} <= ${table.createdAt} + interval '8784 hours'`,
    ),
  ],
);
