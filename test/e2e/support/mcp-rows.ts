import { randomUUID } from "node:crypto";
import { openDatabase } from "@trovella/db";
import { embeddedConnection, ensurePostgres } from "@trovella/db/embedded";
import { LOCAL_ORGANIZATION_ID, LOCAL_USER_ID } from "@trovella/db/identity";
import { type Difference, verifyDatabase } from "@trovella/db/maintenance";
import { queryWithHandles } from "@trovella/testing/database/rows-with-handles";
import pg from "pg";
import { atEndOfFile } from "./end-of-file.ts";
import { testDirectory } from "./test-directory.ts";

export type Row = Record<string, unknown>;

let pool: Promise<pg.Pool> | undefined;

/**
 * Queries the database directly, bypassing row-level security; the product never connects like this. Plans and steps
 * have their handles instead of ids, in values and in rows.
 */
export function query(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return queryWithHandles(queryRows, sql, values);
}

async function queryRows(sql: string, values: readonly unknown[]): Promise<Row[]> {
  pool ??= connect();
  return (await (await pool).query(sql, [...values])).rows;
}

async function connect(): Promise<pg.Pool> {
  atEndOfFile(async () => {
    const used = await pool;
    pool = undefined;
    await used?.end();
  });
  const dataDirectory = testDirectory();
  const cluster = await ensurePostgres({ dataDirectory, idleStopMs: 0 });
  const target = { ...cluster, user: cluster.bootstrapUser, database: "trovella" };
  return new pg.Pool({ ...embeddedConnection(target), max: 1 });
}

/** Differences between rows and audit logs, as `trovella verify` finds them. */
export async function findDifferences(): Promise<readonly Difference[]> {
  const database = await openDatabase({ dataDirectory: testDirectory() });
  try {
    return (await verifyDatabase(database)).differences;
  } finally {
    await database.close();
  }
}

export async function planRow(planId: string): Promise<Row> {
  return only(await query("SELECT * FROM research_plan WHERE id = $1", [planId]));
}

export function stepRows(planId: string): Promise<Row[]> {
  return query("SELECT * FROM plan_step WHERE plan_id = $1 ORDER BY step_order", [planId]);
}

export async function stepRow({ planId, stepId }: InPlan): Promise<Row> {
  return only(await query("SELECT * FROM plan_step WHERE id = $1", [`${planId}/${stepId}`]));
}

interface InPlan {
  readonly planId: string;
  readonly stepId: string;
}

export async function stepStatuses(planId: string): Promise<unknown[]> {
  return (await stepRows(planId)).map(({ status }) => status);
}

export function conditionRows(planId: string): Promise<Row[]> {
  return query("SELECT * FROM plan_branching_condition WHERE plan_id = $1 ORDER BY position", [
    planId,
  ]);
}

export function reviewRows(planId: string): Promise<Row[]> {
  return query("SELECT * FROM plan_review WHERE plan_id = $1 ORDER BY requested_at", [planId]);
}

export function auditRows(planId: string): Promise<Row[]> {
  return query("SELECT * FROM plan_audit_log WHERE plan_id = $1 ORDER BY seq", [planId]);
}

/** The history of a plan, one `type action` per row; `after` leaves out the first ones. */
export async function history(planId: string, after = 0): Promise<string[]> {
  const rows = await auditRows(planId);
  return rows.slice(after).map(({ event_type, action }) => `${event_type} ${action}`);
}

/** Newest last; read-only calls are logged asynchronously, shortly after the reply. */
export function callRows(planId: string): Promise<Row[]> {
  return query("SELECT * FROM mcp_tool_call_log WHERE plan_id = $1 ORDER BY created_at, id", [
    planId,
  ]);
}

/** Rows of a plan in one table, oldest first. */
export function rowsOfPlan(table: string, planId: string): Promise<Row[]> {
  return query(`SELECT * FROM ${table} WHERE plan_id = $1 ORDER BY created_at, id`, [planId]);
}

interface Execution {
  readonly sessionId: string;
  readonly userId?: string;
  readonly status?: string;
  readonly minutesAgo?: number;
  readonly metadata?: object;
}

/** A skill execution as log_skill_execution writes it. */
export async function insertSkillExecution(execution: Execution): Promise<string> {
  const { sessionId, userId = LOCAL_USER_ID, status = "started" } = execution;
  const { minutesAgo = 0, metadata = {} } = execution;
  const id = `skill_${randomUUID().replaceAll("-", "")}`;
  await query(
    `INSERT INTO skill_execution (organization_id, id, user_id, skill_name, status, metadata, claude_code_session_id, created_at,
       started_at, completed_at)
     SELECT $1, $2, $3, 'research', $4, $5, $6, at, at, CASE WHEN $4 IN ('completed', 'failed') THEN at END
     FROM (SELECT now() - make_interval(mins => $7) AS at) AS moment`,
    [LOCAL_ORGANIZATION_ID, id, userId, status, JSON.stringify(metadata), sessionId, minutesAgo],
  );
  return id;
}

export async function skillExecutionRow(id: string): Promise<Row> {
  return only(await query("SELECT * FROM skill_execution WHERE id = $1", [id]));
}

/** Another user of the local organization. */
export async function insertUser(): Promise<string> {
  const id = `usr_${randomUUID().replaceAll("-", "")}`;
  await query(`INSERT INTO "user" (id, name, email) VALUES ($1, 'Ada', $1 || '@example.org')`, [
    id,
  ]);
  return id;
}

export function newSession(): string {
  return `session-${randomUUID()}`;
}

function only(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`Expected one row, found ${rows.length}.`);
  return row;
}
