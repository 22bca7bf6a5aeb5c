import { queryRows } from "../connection/query-rows.ts";
import { compare, compose, rawSql, sql, whereAll } from "../connection/sql.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { equalTo, type FilterValues } from "./list-filters.ts";
import { newestPage, type PageBefore } from "./newest-page.ts";

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
  /** The beginnings of request and response, as JSON. */
  readonly request: string | null;
  readonly response: string | null;
  readonly createdAt: Date;
}

const COLUMNS = `id, tool_name AS "toolName", plan_id AS "planId", step_id AS "stepId", skill_execution_id AS "skillExecutionId",
  session_id AS "sessionId", client_name AS "clientName", client_version AS "clientVersion", user_id AS "userId", is_error AS "isError",
  error_code AS "errorCode", duration_ms AS "durationMs", left(request_metadata::text, 600) AS request,
  left(response_metadata::text, 600) AS response, created_at AS "createdAt"`;

const FILTERS = {
  planId: equalTo("plan_id"),
  sessionId: equalTo("session_id"),
  executionId: equalTo("skill_execution_id"),
  toolName: equalTo("tool_name"),
  whose: equalTo("user_id"),
  onlyErrors: (isChosen: boolean) => (isChosen ? sql`is_error` : null),
};
export type ToolCallFilters = FilterValues<typeof FILTERS>;

/** Tool calls, newest first: ids rise with time. */
export function listConsoleToolCalls(
  context: TenantContext,
  page: ToolCallFilters & PageBefore,
): Promise<ConsoleToolCall[]> {
  const query = sql`SELECT ${rawSql(COLUMNS)} FROM (${newestPage("mcp_tool_call_log", FILTERS, page)}) AS call ORDER BY id DESC`;
  return queryRows(context, compose(query));
}

const OF_PLAN = defineStatement(`
  SELECT ${COLUMNS} FROM mcp_tool_call_log
  WHERE plan_id = $1 AND ($2::text IS NULL OR id < $2) AND ($3::text IS NULL OR client_name = $3) AND (NOT $4::boolean OR is_error)
    AND ($5::timestamptz IS NULL OR created_at <= $5)
  ORDER BY id DESC LIMIT $6`);

/** The calls of a plan, newest first, on demand those of one client, that failed, or up to a moment. */
export function listPlanCalls(
  context: TenantContext,
  given: PageBefore & {
    readonly planId: string;
    readonly client: string | undefined;
    readonly onlyErrors: boolean;
    readonly until: Date | null;
  },
): Promise<ConsoleToolCall[]> {
  const { planId, beforeId, client = null, onlyErrors, until, limit } = given;
  return queryRows(
    context,
    execution(OF_PLAN, [planId, beforeId, client, onlyErrors, until, limit]),
  );
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

/** Error count and latencies of the calls of a skill execution. */
export async function readRunFigures(
  context: TenantContext,
  executionId: string,
): Promise<ToolCallFigures> {
  const [figures] = await queryRows<ToolCallFigures>(context, execution(OF_RUN, [executionId]));
  return figures ?? { count: 0, errors: 0, p50Ms: null, p95Ms: null };
}

export interface CallingClient {
  /** As the client named itself; null when it did not. */
  readonly clientName: string | null;
  readonly calls: number;
  readonly errors: number;
  readonly lastCallAt: Date;
}

/** The clients that have called since a moment, of everybody or of one person, the latest first. */
export function listCallingClients(
  context: TenantContext,
  { since, whose }: { readonly since: Date; readonly whose?: string | undefined },
): Promise<CallingClient[]> {
  const where = whereAll([sql`created_at >= ${since}`, compare("user_id =", whose)]);
  const query = sql`
    SELECT client_name AS "clientName", count(*)::integer AS calls, count(*) FILTER (WHERE is_error)::integer AS errors,
      max(created_at) AS "lastCallAt"
    FROM mcp_tool_call_log ${where} GROUP BY client_name ORDER BY max(created_at) DESC LIMIT 50`;
  return queryRows(context, compose(query));
}

/** Does the sample's research. */
export const SAMPLE_CLIENT = "sample-assistant";
const HAS_CALLED = defineStatement(
  `SELECT EXISTS (SELECT FROM mcp_tool_call_log WHERE user_id = $1 AND client_name IS DISTINCT FROM '${SAMPLE_CLIENT}') AS called`,
);

/** Whether a client ever called in the name of the person; the sample has none. */
export async function hasCalled(context: TenantContext, userId: string): Promise<boolean> {
  const [row] = await queryRows<{ called: boolean }>(context, execution(HAS_CALLED, [userId]));
  return row?.called ?? false;
}
