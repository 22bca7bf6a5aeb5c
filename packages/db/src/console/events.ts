import type { AuditAction, AuditEventType } from "@trovella/plan-engine";
import { queryRows, rowsOf } from "../connection/query-rows.ts";
import { defineStatement, type Execution, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";

export interface ConsoleEvent {
  readonly id: string;
  /** Null for events of skills, which change no plan. */
  readonly seq: number | null;
  readonly planVersion: number | null;
  readonly stepId: string | null;
  readonly eventType: AuditEventType;
  readonly action: string;
  /** JSON; only the beginning of a long one. */
  readonly payload: string;
  readonly payloadLength: number;
  readonly actorUserId: string | null;
  readonly actorClient: string | null;
  readonly actorVia: string;
  readonly sessionId: string | null;
  readonly createdAt: Date;
}

const PAYLOAD_LENGTH = 1_000;
const columnsWith = (
  payloadLength: number,
) => `id, seq::integer AS seq, plan_version AS "planVersion", step_id AS "stepId", event_type AS "eventType", action,
  left(payload::text, ${payloadLength}) AS payload, length(payload::text) AS "payloadLength", actor_user_id AS "actorUserId",
  actor_client AS "actorClient", actor_via AS "actorVia", session_id AS "sessionId", created_at AS "createdAt"`;
const COLUMNS = columnsWith(PAYLOAD_LENGTH);

/** Actions that are not part of a smooth run. */
const PROBLEM_ACTIONS: readonly AuditAction[] = [
  "step_failed",
  "plan_failed",
  "stall_detected",
  "result_refused",
  "reject",
  "reissued",
  "taken_over",
  "gate_failed",
  "gate_waived",
];
const PROBLEMS = `action IN (${PROBLEM_ACTIONS.map((action) => `'${action}'`).join(", ")})`;

/** Events name a client with its version. */
const OF_CLIENT = "($4::text IS NULL OR actor_client = $4 OR starts_with(actor_client, $4 || ' '))";

/** Ordered by the column, which has an index, not by the cast of the same name above. */
const forward = (condition: string) =>
  `SELECT ${COLUMNS} FROM plan_audit_log WHERE plan_id = $1 AND seq > $2 AND ${condition} AND ${OF_CLIENT} ORDER BY plan_audit_log.seq LIMIT $3`;
const backward = (condition: string) =>
  `SELECT ${COLUMNS} FROM plan_audit_log WHERE plan_id = $1 AND seq < $2 AND ${condition} AND ${OF_CLIENT} ORDER BY plan_audit_log.seq DESC LIMIT $3`;
const FORWARD = {
  all: defineStatement(forward("true")),
  problems: defineStatement(forward(PROBLEMS)),
};
const BACKWARD = {
  all: defineStatement(backward("true")),
  problems: defineStatement(backward(PROBLEMS)),
};
/** Skill events have no number of their own in the plan. */
const SKILL_EVENTS = defineStatement(
  `SELECT ${COLUMNS} FROM plan_audit_log WHERE plan_id = $1 AND seq IS NULL ORDER BY id LIMIT 50`,
);

const LAST_SEQ = defineStatement(
  "SELECT audit_seq::integer AS seq FROM research_plan WHERE id = $1",
);

/** A page of the plan's events, forward from a number or backward from it; null when there is no such plan. */
export async function listPlanEvents(
  context: TenantContext,
  given: {
    readonly planId: string;
    readonly from: number | null;
    readonly isBackward: boolean;
    readonly onlyProblems: boolean;
    /** Those of one client alone. */
    readonly client?: string | undefined;
    readonly limit: number;
  },
): Promise<{
  readonly events: ConsoleEvent[];
  readonly skillEvents: ConsoleEvent[];
  readonly total: number;
} | null> {
  const { planId, from, isBackward, onlyProblems, client = null, limit } = given;
  const which = onlyProblems ? "problems" : "all";
  const paged: Execution = isBackward
    ? execution(BACKWARD[which], [planId, from ?? Number.MAX_SAFE_INTEGER, limit, client])
    : execution(FORWARD[which], [planId, from ?? 0, limit, client]);
  const [events, skills, last] = await context.send([
    paged,
    execution(SKILL_EVENTS, [planId]),
    execution(LAST_SEQ, [planId]),
  ]);
  const [plan] = rowsOf<{ seq: number }>(last);
  return plan ? { events: rowsOf(events), skillEvents: rowsOf(skills), total: plan.seq } : null;
}

/** More than this of one payload is read apart. */
const RUN_PAYLOAD_LENGTH = 60_000;
const RUN_COLUMNS = columnsWith(RUN_PAYLOAD_LENGTH);
const OF_SESSION = defineStatement(`
  SELECT ${RUN_COLUMNS} FROM plan_audit_log WHERE plan_id = $1 AND seq > $2 AND session_id = $4 ORDER BY plan_audit_log.seq LIMIT $3`);
const OF_PLAN = defineStatement(`
  SELECT ${RUN_COLUMNS} FROM plan_audit_log WHERE plan_id = $1 AND seq > $2 ORDER BY plan_audit_log.seq LIMIT $3`);

/** The plan's events behind a number that happened in a session; without a session all of them. */
export function listSessionEvents(
  context: TenantContext,
  given: {
    readonly planId: string;
    readonly sessionId: string | null;
    readonly fromSeq: number;
    readonly limit: number;
  },
): Promise<ConsoleEvent[]> {
  const { planId, sessionId, fromSeq, limit } = given;
  return queryRows(
    context,
    sessionId === null
      ? execution(OF_PLAN, [planId, fromSeq, limit])
      : execution(OF_SESSION, [planId, fromSeq, limit, sessionId]),
  );
}

/** Skill events begin before there is a plan, so they are found by the time of the run. */
const OF_RUN = defineStatement(`
  SELECT ${RUN_COLUMNS} FROM plan_audit_log
  WHERE seq IS NULL AND created_at BETWEEN $2 AND $3 AND payload ->> 'executionId' = $1 ORDER BY created_at, id LIMIT 50`);

/** The start and the end of a run. */
export function listRunEvents(
  context: TenantContext,
  {
    id,
    startedAt,
    updatedAt,
  }: { readonly id: string; readonly startedAt: Date; readonly updatedAt: Date },
): Promise<ConsoleEvent[]> {
  return queryRows(context, execution(OF_RUN, [id, startedAt, updatedAt]));
}

const ONE = defineStatement("SELECT payload::text AS payload FROM plan_audit_log WHERE id = $1");

/** The whole payload of an event, as JSON; null when there is none. */
export async function readEventPayload(
  context: TenantContext,
  eventId: string,
): Promise<string | null> {
  const [event] = await queryRows<{ payload: string }>(context, execution(ONE, [eventId]));
  return event?.payload ?? null;
}
