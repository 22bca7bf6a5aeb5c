import type { KeptReply } from "@trovella/plan-engine";
import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { IdempotencyScope, TenantContext } from "../connection/tenant-context.ts";

const LOCK_KEY = defineStatement("SELECT pg_advisory_xact_lock(hashtextextended($1, 4737))");
const READ_REPLY = defineStatement(
  "SELECT arguments_digest, reply, created_at FROM idempotency_key WHERE user_id = $1 AND tool_name = $2 AND key = $3",
);

/**
 * The reply to an earlier call with this key, if any. A concurrent call with the same key waits here until this
 * transaction ends, and then finds its reply.
 */
export async function lockKeptReply(
  context: TenantContext,
  { userId, toolName, key }: IdempotencyScope,
): Promise<KeptReply<Record<string, unknown>> | null> {
  const scope = { userId, toolName, key };
  const [, kept] = await context.send([
    lockKey(context, scope),
    execution(READ_REPLY, [userId, toolName, key]),
  ]);
  const row = kept?.rows[0];
  if (!row) return null;
  return {
    argumentsDigest: String(row.arguments_digest),
    reply: row.reply as Record<string, unknown>,
    storedAt: row.created_at as Date,
  };
}

/** To be sent before a write that depends on the key being unused. */
export function lockKey(
  { tenant }: TenantContext,
  { userId, toolName, key }: IdempotencyScope,
): Execution {
  return execution(LOCK_KEY, [JSON.stringify([tenant.organizationId, userId, toolName, key])]);
}

/** Of a user, a tool and a key. An expired reply counts, too: whether it is one is decided elsewhere. */
export const IS_UNUSED_KEY =
  "NOT EXISTS (SELECT FROM idempotency_key WHERE user_id = ? AND tool_name = ? AND key = ?)";

/** Bounded, so that a large table is emptied in small steps. */
const DELETE_REPLIES = defineStatement(`
  DELETE FROM idempotency_key WHERE (organization_id, user_id, tool_name, key) IN (
    SELECT organization_id, user_id, tool_name, key FROM idempotency_key WHERE created_at < $1 LIMIT 1000)`);

export async function deleteRepliesBefore(context: TenantContext, time: Date): Promise<void> {
  await context.send([execution(DELETE_REPLIES, [time])]);
}
