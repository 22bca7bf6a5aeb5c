import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { composeWrite, type Fragment } from "../connection/write-fragments.ts";
import type { CallRecord, FinishedCall } from "./call-record.ts";

interface CallWrite {
  readonly organizationId: string;
  /** What must have been written for the call to be recorded, such as `FROM plan`. */
  readonly source: string;
}

/** The record of a call as parts of the statement that carries the call out. */
export function callFragments(call: CallRecord, { organizationId, source }: CallWrite): Fragment[] {
  const logged: Fragment = {
    text: `call AS (INSERT INTO mcp_tool_call_log (organization_id, id, user_id, tool_name, plan_id, step_id, skill_execution_id,
      session_id, client_name, client_version, request_metadata, response_metadata, is_error, duration_ms, created_at)
      SELECT ?, ?, ?, ?, ?, ?, ${executionOf({ named: "?", plan: "?", user: "?", session: "?", at: "?" })},
        ?, ?, ?, ?::jsonb, ?::jsonb, false, ?::integer, ?::timestamptz ${source})`,
    values: [
      organizationId,
      call.id,
      call.userId,
      call.toolName,
      call.planId,
      call.stepId,
      call.skillExecutionId,
      call.planId,
      call.userId,
      call.sessionId,
      call.createdAt,
      call.createdAt,
      call.sessionId,
      call.clientName,
      call.clientVersion,
      call.requestMetadata,
      call.responseMetadata,
      call.durationMs,
      call.createdAt,
    ],
  };
  const { idempotency } = call;
  if (!idempotency) return [logged];
  const repeatable: Fragment = {
    // A row that is in the way has outlived its time: otherwise its reply had been given.
    text: `repeatable AS (INSERT INTO idempotency_key (organization_id, user_id, tool_name, key, arguments_digest, reply, created_at)
      SELECT ?, ?, ?, ?, ?, ?::jsonb, ?::timestamptz ${source}
      ON CONFLICT (organization_id, user_id, tool_name, key) DO UPDATE SET
        arguments_digest = excluded.arguments_digest, reply = excluded.reply, created_at = excluded.created_at)`,
    values: [
      organizationId,
      call.userId ?? "",
      call.toolName,
      idempotency.key,
      idempotency.argumentsDigest,
      idempotency.reply,
      call.createdAt,
    ],
  };
  return [logged, repeatable];
}

/** Records a call whose effect was written by other statements of the same transaction. */
export async function saveCallRecordAndCommit(context: TenantContext, call: CallRecord): Promise<void> {
  const { organizationId } = context.tenant;
  await context.send([composeWrite(callFragments(call, { organizationId, source: "" }))], {
    last: true,
  });
}

const INSERT_CALLS = defineStatement(`
  INSERT INTO mcp_tool_call_log (organization_id, id, user_id, tool_name, plan_id, step_id, skill_execution_id, session_id,
    client_name, client_version, request_metadata, response_metadata, is_error, error_code, duration_ms, created_at)
  SELECT $1, id, "userId", "toolName", "planId", "stepId",
    ${executionOf({ named: '"skillExecutionId"', plan: '"planId"', user: '"userId"', session: '"sessionId"', at: '"createdAt"' })},
    "sessionId", "clientName", "clientVersion", "requestMetadata"::jsonb, "responseMetadata"::jsonb, "isError", "errorCode",
    "durationMs", "createdAt"
  FROM jsonb_to_recordset($2::jsonb) AS call (id text, "userId" text, "toolName" text, "planId" text, "stepId" text,
    "skillExecutionId" text, "sessionId" text, "clientName" text, "clientVersion" text, "requestMetadata" text,
    "responseMetadata" text, "isError" boolean, "errorCode" text, "durationMs" integer, "createdAt" timestamptz)`);

/** Logs calls that were answered already, many in one statement. */
export async function saveFinishedCallsAndCommit(
  context: TenantContext,
  calls: readonly FinishedCall[],
): Promise<void> {
  const { organizationId } = context.tenant;
  await context.send([execution(INSERT_CALLS, [organizationId, JSON.stringify(calls)])], {
    last: true,
  });
}

/** The skill execution a call belongs to: the named one, else its plan's, else the newest that its session was at. */
function executionOf({ named, plan, user, session, at }: Readonly<Record<string, string>>): string {
  return `coalesce(${named},
    (SELECT id FROM skill_execution AS of_plan WHERE of_plan.plan_id = ${plan} ORDER BY created_at DESC LIMIT 1),
    (SELECT id FROM skill_execution AS of_session WHERE of_session.user_id = ${user} AND of_session.claude_code_session_id = ${session}
      AND of_session.started_at <= ${at}::timestamptz AND (of_session.completed_at IS NULL OR of_session.completed_at >= ${at}::timestamptz)
      ORDER BY created_at DESC LIMIT 1))`;
}
