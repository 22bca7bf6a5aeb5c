import { queryRows } from "../connection/query-rows.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

/** The work that a client program's usage belongs to. */
export interface SessionWork {
  readonly planId: string;
  readonly sessionId: string | null;
}

const FIND_BY_SESSION = defineStatement(`
  SELECT call.plan_id AS "planId", call.session_id AS "sessionId"
  FROM mcp_tool_call_log AS call JOIN research_plan AS plan ON plan.id = call.plan_id
  WHERE call.session_id = $1 AND call.user_id = $2 AND call.created_at <= $3
  ORDER BY call.id DESC LIMIT 1`);

/** The plan of the newest call of this user's session until then. */
export async function findSessionWork(
  context: TenantContext,
  {
    sessionId,
    userId,
    at,
  }: { readonly sessionId: string; readonly userId: string; readonly at: Date },
): Promise<SessionWork | null> {
  const query = execution(FIND_BY_SESSION, [sessionId, userId, at]);
  return (await queryRows<SessionWork>(context, query))[0] ?? null;
}

/** A session is `proc_…` where the client starts a process without telling its session, and null over HTTP. */
const FIND_BY_CLIENT = defineStatement(`
  SELECT DISTINCT call.plan_id AS "planId", call.session_id AS "sessionId"
  FROM mcp_tool_call_log AS call JOIN research_plan AS plan ON plan.id = call.plan_id
  WHERE call.created_at > $3 AND call.created_at <= $4 AND call.user_id = $1
    AND starts_with(lower(call.client_name), $2) AND (call.session_id IS NULL OR starts_with(call.session_id, 'proc_'))
  LIMIT 2`);

/** The plan on which this user's client worked in that time; null unless it was exactly one, in one session. */
export async function findClientWork(
  context: TenantContext,
  given: {
    readonly client: string;
    readonly userId: string;
    readonly from: Date;
    readonly to: Date;
  },
): Promise<SessionWork | null> {
  const { client, userId, from, to } = given;
  const query = execution(FIND_BY_CLIENT, [userId, client, from, to]);
  const [only, ...others] = await queryRows<SessionWork>(context, query);
  return only && others.length === 0 ? only : null;
}

const FIND_STEP = defineStatement(`
  SELECT step.id AS "stepId" FROM plan_audit_log AS log JOIN plan_step AS step ON step.id = log.step_id
  WHERE log.plan_id = $1 AND log.event_type = 'step_started' AND log.actor_user_id = $2
    AND log.session_id IS NOT DISTINCT FROM $3 AND log.created_at <= $4
  ORDER BY log.seq DESC LIMIT 1`);

/** The step of the plan that the session was given last until then. */
export async function findLastGivenStep(
  context: TenantContext,
  { planId, sessionId }: SessionWork,
  { userId, at }: { readonly userId: string; readonly at: Date },
): Promise<string | null> {
  const query = execution(FIND_STEP, [planId, userId, sessionId, at]);
  const [row] = await queryRows<{ stepId: string }>(context, query);
  return row?.stepId ?? null;
}

export interface UsageReport {
  readonly id: string;
  readonly planId: string;
  readonly stepId: string | null;
  readonly sessionId: string;
  readonly client: string;
  readonly model: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  readonly costUsd: number;
  readonly reportedAt: Date;
  /** The same for a report that is sent again. */
  readonly dedupeKey: string;
}

const INSERT_REPORT = defineStatement(`
  INSERT INTO usage_report (organization_id, id, plan_id, step_id, session_id, client, model, input_tokens, output_tokens,
    cache_read_tokens, cache_write_tokens, cost_usd, reported_at, dedupe_key)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  ON CONFLICT (organization_id, dedupe_key) DO NOTHING RETURNING id`);

/** Stores the reports that are new, and returns those. */
export async function saveUsageReports(
  context: TenantContext,
  reports: readonly UsageReport[],
): Promise<UsageReport[]> {
  const results = await context.send(
    reports.map((report) =>
      execution(INSERT_REPORT, [
        context.tenant.organizationId,
        report.id,
        report.planId,
        report.stepId,
        report.sessionId,
        report.client,
        report.model,
        report.inputTokens,
        report.outputTokens,
        report.cacheReadTokens,
        report.cacheWriteTokens,
        report.costUsd,
        report.reportedAt,
        report.dedupeKey,
      ]),
    ),
  );
  return reports.filter((_, index) => (results[index]?.rows.length ?? 0) > 0);
}
