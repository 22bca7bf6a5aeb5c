import { composeWrite, type Fragment, rawSql, type Sql, sql } from "../connection/sql.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import type { CallRecord, FinishedCall } from "./call-record.ts";

interface CallWrite {
  readonly organizationId: string;
  /** What must have been written for the call to be recorded, such as `FROM plan`. */
  readonly source: string;
}

/** The record of a call as parts of the statement that carries the call out. */
export function callFragments(call: CallRecord, write: CallWrite): Fragment[] {
  const { idempotency } = call;
  const logged = loggedFragment(call, write);
  return idempotency ? [logged, repeatableFragment(call, idempotency, write)] : [logged];
}

function loggedFragment(call: CallRecord, { organizationId, source }: CallWrite): Fragment {
  const { planId, userId, sessionId, createdAt } = call;
  return {
    text: textsOf(source).logged,
    values: [
      ...[organizationId, call.id, userId, call.toolName, planId, call.stepId],
      ...[call.skillExecutionId, planId, userId, sessionId, createdAt, createdAt],
      ...[sessionId, call.clientName, call.clientVersion],
      ...[call.requestMetadata, call.responseMetadata, call.durationMs, createdAt],
    ],
  };
}

function repeatableFragment(
  { userId, toolName, planId, createdAt }: CallRecord,
  { key, argumentsDigest, reply }: NonNullable<CallRecord["idempotency"]>,
  { organizationId, source }: CallWrite,
): Fragment {
  const row = [organizationId, userId ?? "", toolName, key, argumentsDigest, reply];
  return { text: textsOf(source).repeatable, values: [...row, planId, createdAt] };
}

interface CallTexts {
  readonly logged: string;
  readonly repeatable: string;
}

/** They are the same with every call, so they are composed once for each source. */
const callTexts = new Map<string, CallTexts>();

function textsOf(source: string): CallTexts {
  let texts = callTexts.get(source);
  if (!texts) {
    texts = composeTexts(source);
    callTexts.set(source, texts);
  }
  return texts;
}

function composeTexts(source: string): CallTexts {
  const value = rawSql("?");
  const origin = { named: value, plan: value, user: value, session: value, at: value };
  const skillExecution = skillExecutionId(origin);
  return {
    logged: `call AS (INSERT INTO mcp_tool_call_log (organization_id, id, user_id, tool_name, plan_id, step_id,
      skill_execution_id, session_id, client_name, client_version, request_metadata, response_metadata, is_error, duration_ms, created_at)
      SELECT ?, ?, ?, ?, ?, ?, ${skillExecution.text}, ?, ?, ?, ?::jsonb, ?::jsonb, false, ?::integer, ?::timestamptz ${source})`,
    // An existing row with this key has expired: otherwise its reply would have been returned.
    repeatable: `repeatable AS (INSERT INTO idempotency_key (organization_id, user_id, tool_name, key, arguments_digest,
      reply, plan_id, created_at)
      SELECT ?, ?, ?, ?, ?, ?::jsonb, ?, ?::timestamptz ${source}
      ON CONFLICT (organization_id, user_id, tool_name, key) DO UPDATE SET
        arguments_digest = excluded.arguments_digest, reply = excluded.reply, plan_id = excluded.plan_id,
        created_at = excluded.created_at)`,
  };
}

/** Records a call whose effect was written by other statements of the same transaction. */
export async function saveCallRecordAndCommit(
  context: TenantContext,
  call: CallRecord,
): Promise<void> {
  const { organizationId } = context.tenant;
  await context.send([composeWrite(callFragments(call, { organizationId, source: "" }))], {
    last: true,
  });
}

const COMPLETE_CALL = defineStatement(
  "UPDATE mcp_tool_call_log SET response_metadata = $2::jsonb, duration_ms = $3 WHERE id = $1",
);
const COMPLETE_REPLY = defineStatement(
  "UPDATE idempotency_key SET reply = $4::jsonb WHERE user_id = $1 AND tool_name = $2 AND key = $3",
);

/** Gives the record of a call that waited after its effect was committed its final reply and duration. */
export async function completeCallRecordAndCommit(
  context: TenantContext,
  { id, userId, toolName, responseMetadata, durationMs, idempotency }: CallRecord,
): Promise<void> {
  const completeReply =
    idempotency &&
    execution(COMPLETE_REPLY, [userId ?? "", toolName, idempotency.key, idempotency.reply]);
  await context.send(
    [
      execution(COMPLETE_CALL, [id, responseMetadata, durationMs]),
      ...(completeReply ? [completeReply] : []),
    ],
    { last: true },
  );
}

const SKILL_EXECUTION_OF_ROW = skillExecutionId({
  named: rawSql('"skillExecutionId"'),
  plan: rawSql('"planId"'),
  user: rawSql('"userId"'),
  session: rawSql('"sessionId"'),
  at: rawSql('"createdAt"'),
});
const INSERT_CALLS = defineStatement(`
  INSERT INTO mcp_tool_call_log (organization_id, id, user_id, tool_name, plan_id, step_id, skill_execution_id, session_id,
    client_name, client_version, request_metadata, response_metadata, is_error, error_code, duration_ms, created_at)
  SELECT $1, id, "userId", "toolName", "planId", "stepId",
    ${SKILL_EXECUTION_OF_ROW.text},
    "sessionId", "clientName", "clientVersion", "requestMetadata"::jsonb, "responseMetadata"::jsonb, "isError", "errorCode",
    "durationMs", "createdAt"
  FROM jsonb_to_recordset($2::jsonb) AS call (id text, "userId" text, "toolName" text, "planId" text, "stepId" text,
    "skillExecutionId" text, "sessionId" text, "clientName" text, "clientVersion" text, "requestMetadata" text,
    "responseMetadata" text, "isError" boolean, "errorCode" text, "durationMs" integer, "createdAt" timestamptz)
  ON CONFLICT (organization_id, id) DO NOTHING`);

/** Logs calls that were answered already, many in one statement; those that are logged already stay as they are. */
export async function saveFinishedCallsAndCommit(
  context: TenantContext,
  calls: readonly FinishedCall[],
): Promise<void> {
  const { organizationId } = context.tenant;
  await context.send([execution(INSERT_CALLS, [organizationId, JSON.stringify(calls)])], {
    last: true,
  });
}

interface CallOrigin {
  readonly named: Sql;
  readonly plan: Sql;
  readonly user: Sql;
  readonly session: Sql;
  readonly at: Sql;
}

/** The skill execution of a call: the named one, else its plan's, else the newest active one of its session. */
function skillExecutionId({ named, plan, user, session, at }: CallOrigin): Sql {
  return sql`coalesce(${named},
    (SELECT id FROM skill_execution AS of_plan WHERE of_plan.plan_id = ${plan} ORDER BY created_at DESC LIMIT 1),
    (SELECT id FROM skill_execution AS of_session WHERE of_session.user_id = ${user} AND of_session.claude_code_session_id = ${session}
      AND of_session.started_at <= ${at}::timestamptz AND (of_session.completed_at IS NULL OR of_session.completed_at >= ${at}::timestamptz)
      ORDER BY created_at DESC LIMIT 1))`;
}
