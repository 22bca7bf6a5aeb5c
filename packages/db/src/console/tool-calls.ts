import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { Conditions, rowsOf } from "./where-clause.ts";

export interface ConsoleToolCall {
  readonly id: string;
  readonly toolName: string;
  readonly planId: string | null;
  readonly stepId: string | null;
  readonly skillExecutionId: string | null;
  readonly sessionId: string | null;
  readonly clientName: string | null;
  readonly clientVersion: string | null;
  readonly userId: string | null;
  readonly isError: boolean;
  readonly errorCode: string | null;
  readonly durationMs: number;
  /** The beginning of what was asked and answered, as JSON. */
  readonly request: string | null;
  readonly response: string | null;
  readonly createdAt: Date;
}

export interface ToolCallFilter {
  readonly planId: string | null;
  readonly sessionId: string | null;
  readonly skillExecutionId: string | null;
  readonly toolName: string | null;
  readonly onlyErrors: boolean;
  readonly beforeId: string | null;
  readonly limit: number;
}

/** Calls of tools, newest first: ids rise with time. */
export async function listConsoleToolCalls(
  context: TenantContext,
  filter: ToolCallFilter,
): Promise<ConsoleToolCall[]> {
  const conditions = new Conditions()
    .addIf("plan_id = ?", filter.planId)
    .addIf("session_id = ?", filter.sessionId)
    .addIf("skill_execution_id = ?", filter.skillExecutionId)
    .addIf("tool_name = ?", filter.toolName)
    .addIf("id < ?", filter.beforeId);
  if (filter.onlyErrors) conditions.add("is_error");
  const text = `
    SELECT id, tool_name AS "toolName", plan_id AS "planId", step_id AS "stepId", skill_execution_id AS "skillExecutionId",
      session_id AS "sessionId", client_name AS "clientName", client_version AS "clientVersion", user_id AS "userId", is_error AS "isError",
      error_code AS "errorCode", duration_ms AS "durationMs", left(request_metadata::text, 600) AS request,
      left(response_metadata::text, 600) AS response, created_at AS "createdAt"
    FROM mcp_tool_call_log ${conditions.where} ORDER BY id DESC LIMIT ${conditions.value(filter.limit)}`;
  const [listed] = await context.send([execution(defineStatement(text), conditions.values)]);
  return rowsOf(listed);
}

export interface ToolCallFigures {
  readonly count: number;
  readonly errors: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

const OF_RUN = defineStatement(`
  SELECT count(*)::integer AS count, count(*) FILTER (WHERE is_error)::integer AS errors,
    percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_ms) AS "p50Ms", percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms) AS "p95Ms"
  FROM mcp_tool_call_log WHERE skill_execution_id = $1`);

/** How the calls of a skill execution went. */
export async function readRunFigures(
  context: TenantContext,
  executionId: string,
): Promise<ToolCallFigures> {
  const [read] = await context.send([execution(OF_RUN, [executionId])]);
  return rowsOf<ToolCallFigures>(read)[0] ?? { count: 0, errors: 0, p50Ms: null, p95Ms: null };
}

export interface CallingClient {
  /** As it called itself; null when it did not. */
  readonly clientName: string | null;
  readonly calls: number;
  readonly errors: number;
  readonly lastCallAt: Date;
}

const BY_CLIENT = defineStatement(`
  SELECT client_name AS "clientName", count(*)::integer AS calls, count(*) FILTER (WHERE is_error)::integer AS errors,
    max(created_at) AS "lastCallAt"
  FROM mcp_tool_call_log WHERE created_at >= $1 GROUP BY client_name ORDER BY max(created_at) DESC LIMIT 50`);

/** Who has called since a moment, the latest first. */
export async function listCallingClients(
  context: TenantContext,
  since: Date,
): Promise<CallingClient[]> {
  const [listed] = await context.send([execution(BY_CLIENT, [since])]);
  return rowsOf(listed);
}
