import type { PlanActivity, PlanStatus } from "@trovella/plan-engine";
import type { SkillExecutionStatus } from "../calls/skill-executions.ts";
import { rowsOf } from "../connection/query-rows.ts";
import type { Sender } from "../connection/send-together.ts";
import { compose, limitTo, rawSql, type Sql, sql, whereAll } from "../connection/sql.ts";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { activityOf } from "../plans/plan-activity.ts";
import { equalTo, type FilterValues, filterConditions } from "./list-filters.ts";
import { PLAN_LABEL, type PlanLabel, queryTitledRows, titledRows } from "./titled-rows.ts";

export interface ConsoleRun extends PlanLabel<string | null> {
  readonly id: string;
  readonly userId: string;
  readonly skillName: string;
  readonly status: SkillExecutionStatus;
  readonly planId: string | null;
  readonly planStatus: PlanStatus | null;
  readonly planActivity: PlanActivity | null;
  readonly errorMessage: string | null;
  readonly claudeCodeSessionId: string | null;
  readonly topic: string | null;
  readonly delegatedTo: string | null;
  readonly startedAt: Date;
  readonly completedAt: Date | null;
  readonly durationMs: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const COLUMNS = `run.id, run.user_id AS "userId", run.skill_name AS "skillName", run.status, run.plan_id AS "planId", ${PLAN_LABEL},
  plan.status AS "planStatus", left(run.error_message, 300) AS "errorMessage", run.claude_code_session_id AS "claudeCodeSessionId",
  left(run.metadata ->> 'topic', 200) AS topic, left(run.metadata ->> 'delegatedTo', 20) AS "delegatedTo",
  run.started_at AS "startedAt", run.completed_at AS "completedAt", run.duration_ms AS "durationMs", run.created_at AS "createdAt",
  run.updated_at AS "updatedAt"`;
const WITH_PLAN = "LEFT JOIN research_plan AS plan ON plan.id = run.plan_id";
const columns = (now: Date): Sql =>
  sql`${rawSql(COLUMNS)}, CASE WHEN plan.id IS NOT NULL THEN ${activityOf("plan", now)} END AS "planActivity"`;

const FILTERS = {
  skillName: equalTo("skill_name"),
  status: equalTo<SkillExecutionStatus>("status"),
};
export type RunFilters = FilterValues<typeof FILTERS>;

interface RunPage {
  readonly limit: number;
  readonly offset: number;
  readonly now: Date;
}

/** Skill executions, newest first, and how many there are in all. */
export async function listConsoleRuns(
  context: TenantContext,
  { limit, offset, now, ...filters }: RunFilters & RunPage,
): Promise<{ readonly executions: ConsoleRun[]; readonly total: number }> {
  const where = whereAll(filterConditions(FILTERS, filters));
  // The page is cut before plans are looked up.
  const page = sql`SELECT * FROM skill_execution ${where} ORDER BY created_at DESC, id DESC ${limitTo(limit)} ${offset === 0 ? rawSql("") : sql`OFFSET ${offset}`}`;
  const [listed, counted] = await context.send([
    compose(
      sql`SELECT ${columns(now)} FROM (${page}) AS run ${rawSql(WITH_PLAN)} ORDER BY run.created_at DESC, run.id DESC`,
    ),
    compose(sql`SELECT count(*)::integer AS total FROM skill_execution ${where}`),
  ]);
  return {
    executions: titledRows(listed),
    total: rowsOf<{ total: number }>(counted)[0]?.total ?? 0,
  };
}

export interface ConsoleRunDetail extends ConsoleRun {
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

const ALSO = rawSql(
  `, run.metadata, run.error_message AS "errorMessage" FROM skill_execution AS run ${WITH_PLAN}`,
);

export async function readConsoleRun(
  context: Sender,
  {
    executionId,
    planId,
    now,
  }: { readonly executionId?: string; readonly planId?: string; readonly now: Date },
): Promise<ConsoleRunDetail | null> {
  const which =
    executionId === undefined
      ? sql`WHERE run.plan_id = ${planId ?? ""} ORDER BY run.created_at DESC LIMIT 1`
      : sql`WHERE run.id = ${executionId}`;
  const query = compose(sql`SELECT ${columns(now)} ${ALSO} ${which}`);
  const [run] = await queryTitledRows<ConsoleRunDetail>(context, query);
  return run ?? null;
}

export interface RunSummary {
  readonly totalExecutions: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly bySkill: Readonly<Record<string, number>>;
  /** Of completed executions; null when there is none. */
  readonly avgDurationMs: number | null;
  readonly recentFailures: number;
}

const GROUPS = defineStatement(`
  SELECT skill_name AS "skillName", status, count(*)::integer AS count, sum(duration_ms)::float8 AS duration, count(duration_ms)::integer AS timed
  FROM skill_execution GROUP BY skill_name, status`);
const FAILURES = defineStatement(`
  SELECT count(*)::integer AS count FROM skill_execution WHERE status = 'failed' AND completed_at > $1`);

interface Group {
  readonly skillName: string;
  readonly status: SkillExecutionStatus;
  readonly count: number;
  readonly duration: number | null;
  readonly timed: number;
}

/** Figures over all skill executions, and failures since a moment. */
export async function summarizeRuns(
  context: TenantContext,
  failedSince: Date,
): Promise<RunSummary> {
  const [grouped, failed] = await context.send([
    execution(GROUPS),
    execution(FAILURES, [failedSince]),
  ]);
  const groups = rowsOf<Group>(grouped);
  const completed = groups.filter(({ status }) => status === "completed");
  const timed = sum(completed, ({ timed }) => timed);
  return {
    totalExecutions: sum(groups, ({ count }) => count),
    byStatus: countsBy(groups, ({ status }) => status),
    bySkill: countsBy(groups, ({ skillName }) => skillName),
    avgDurationMs:
      timed === 0 ? null : Math.round(sum(completed, ({ duration }) => duration ?? 0) / timed),
    recentFailures: rowsOf<{ count: number }>(failed)[0]?.count ?? 0,
  };
}

function sum(groups: readonly Group[], value: (group: Group) => number): number {
  return groups.reduce((total, group) => total + value(group), 0);
}

function countsBy(groups: readonly Group[], key: (group: Group) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const group of groups) counts.set(key(group), (counts.get(key(group)) ?? 0) + group.count);
  return Object.fromEntries(counts);
}
