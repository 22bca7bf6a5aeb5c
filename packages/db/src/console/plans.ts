import type { PlanMode, PlanStatus, StepType } from "@trovella/plan-engine";
import { defineStatement, execution } from "../connection/statement.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { Conditions, rowsOf } from "./where-clause.ts";

export const PLAN_SORTS = ["updated", "created"] as const;

export interface ConsolePlanFilter {
  readonly statuses: readonly PlanStatus[];
  /** Part of the name or the question. */
  readonly text: string | null;
  readonly mode: PlanMode | null;
  readonly sort: (typeof PLAN_SORTS)[number];
  /** The last plan of the page before. */
  readonly after: { readonly at: string; readonly id: string } | null;
  readonly limit: number;
  readonly now: Date;
}

export interface ConsolePlan {
  readonly id: string;
  readonly name: string;
  readonly mode: PlanMode | null;
  readonly researchQuestion: string;
  readonly status: PlanStatus;
  readonly reviewPolicy: string;
  readonly createdBy: string | null;
  readonly failureReason: string | null;
  readonly createdAt: Date;
  /** Of a closed plan its end: reading it from a new session is no change of it. */
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
  /** `updatedAt` to the microsecond. */
  readonly position: string;
  readonly stepCount: number;
  readonly settledCount: number;
  readonly doneCount: number;
  readonly failedCount: number;
  readonly stalledCount: number;
  readonly lastActivityAt: Date | null;
  readonly confidence: number | null;
  readonly artifactCount: number;
  readonly sourceCount: number;
  readonly currentStep: {
    readonly id: string;
    readonly order: number;
    readonly type: StepType;
    readonly status: string;
    readonly holder: string | null;
    readonly instructions: string;
  } | null;
}

const COLUMNS = `id, name, mode, left(research_question, 300) AS "researchQuestion", status, review_policy AS "reviewPolicy",
  created_by AS "createdBy", left(failure_reason, 300) AS "failureReason", created_at AS "createdAt", coalesce(closed_at, updated_at) AS "updatedAt",
  completed_at AS "completedAt", coalesce(closed_at, updated_at)::text AS position, stall_threshold_ms`;

/** How far each plan of the page is, and what it is at. */
const PROGRESS = `
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS "stepCount",
      count(*) FILTER (WHERE step.status IN ('completed', 'skipped', 'failed'))::integer AS "settledCount",
      count(*) FILTER (WHERE step.status IN ('completed', 'skipped'))::integer AS "doneCount",
      count(*) FILTER (WHERE step.status = 'failed')::integer AS "failedCount",
      count(*) FILTER (WHERE step.status = 'in_progress' AND page.status NOT IN ('completed', 'failed')
        AND coalesce(last_activity_at, started_at, updated_at) < $1::timestamptz - stall_threshold_ms * interval '1 millisecond')::integer AS "stalledCount",
      max(coalesce(last_activity_at, started_at)) AS "lastActivityAt", avg(confidence) AS confidence
    FROM plan_step AS step WHERE plan_id = page.id
  ) AS steps
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS "artifactCount",
      coalesce(sum((SELECT count(*) FROM research_source WHERE artifact_id = artifact.id)), 0)::integer AS "sourceCount"
    FROM research_artifact AS artifact WHERE plan_id = page.id
  ) AS found
  LEFT JOIN LATERAL (
    SELECT jsonb_build_object('id', id, 'order', step_order, 'type', step_type, 'status', status, 'holder', lease_holder,
      'instructions', left(instructions, 160)) AS "currentStep"
    FROM plan_step AS step
    WHERE plan_id = page.id AND page.status NOT IN ('completed', 'failed') AND status IN ('awaiting_input', 'in_progress', 'pending')
    ORDER BY status = 'pending', step_order LIMIT 1
  ) AS current ON true`;

/** Plans with their progress: those that changed last, or the newest, come first. */
export async function listConsolePlans(
  context: TenantContext,
  { statuses, text, mode, sort, after, limit, now }: ConsolePlanFilter,
): Promise<ConsolePlan[]> {
  const conditions = new Conditions();
  conditions.value(now);
  if (statuses.length > 0) conditions.add("status = ANY(?::text[])", statuses);
  if (text) {
    conditions.add(
      "(strpos(lower(name), lower(?)) > 0 OR strpos(lower(research_question), lower(?)) > 0)",
      text,
      text,
    );
  }
  conditions.addIf("mode = ?", mode);
  const page =
    sort === "updated"
      ? lastChanged(conditions, { statuses, after, limit })
      : newest(conditions, { after, limit });
  const order = sort === "updated" ? `"updatedAt" DESC, page.id DESC` : "page.id DESC";
  const statement = defineStatement(
    `SELECT * FROM (${page}) AS page ${PROGRESS} ORDER BY ${order}`,
  );
  const [listed] = await context.send([execution(statement, conditions.values)]);
  return rowsOf<ConsolePlan>(listed);
}

type Paging = Pick<ConsolePlanFilter, "after" | "limit">;

function newest(conditions: Conditions, { after, limit }: Paging): string {
  conditions.addIf("id < ?", after?.id);
  return `SELECT ${COLUMNS} FROM research_plan ${conditions.where} ORDER BY id DESC LIMIT ${conditions.value(limit)}`;
}

/**
 * Open plans are few and are all looked at; of those that ended an index has the order. Both together, as no index
 * can have the last change of a plan that still changes.
 */
function lastChanged(
  conditions: Conditions,
  { statuses, after, limit }: Paging & Pick<ConsolePlanFilter, "statuses">,
): string {
  const at = after && conditions.value(after.at);
  const id = after && conditions.value(after.id);
  const most = conditions.value(limit);
  const part = (kind: string, time: string) => {
    const isLater = after ? `AND (${time}, id) < (${at}::timestamptz, ${id})` : "";
    return `(SELECT ${COLUMNS} FROM research_plan ${conditions.where || "WHERE true"} AND ${kind} ${isLater}
      ORDER BY ${time} DESC, id DESC LIMIT ${most})`;
  };
  const isWanted = (isClosed: boolean) =>
    statuses.length === 0 || statuses.some((status) => CLOSED.includes(status) === isClosed);
  const parts = [
    ...(isWanted(false) ? [part("closed_at IS NULL", "updated_at")] : []),
    ...(isWanted(true) ? [part("closed_at IS NOT NULL", "closed_at")] : []),
  ];
  return `SELECT * FROM (${parts.join(" UNION ALL ")}) AS both_kinds ORDER BY "updatedAt" DESC, id DESC LIMIT ${most}`;
}

const CLOSED: readonly PlanStatus[] = ["completed", "failed"];

export interface PlanHealth {
  readonly byStatus: Partial<Record<PlanStatus, number>>;
  /** Executing plans with a step that shows no sign of life, which nobody has noticed yet; at most 300. */
  readonly silent: number;
  readonly openReviews: number;
  readonly oldestReviewAt: Date | null;
}

/** No index covers the status, which changes with every call; how a plan ended is known by what it has then. */
const IS_OPEN = "closed_at IS NULL";
const COUNT_STATUSES = defineStatement(`
  SELECT 'completed' AS status, count(*)::integer AS count FROM research_plan WHERE completed_at IS NOT NULL
  UNION ALL SELECT 'failed', count(*)::integer FROM research_plan WHERE failure_reason IS NOT NULL
  UNION ALL SELECT status, count(*)::integer FROM research_plan WHERE ${IS_OPEN} GROUP BY status`);
/** Looking at more would take longer than anybody waits for a number. */
const MOST_SILENT = 300;
/** The oldest first: they are the likeliest to be silent. */
const COUNT_SILENT = defineStatement(`
  SELECT count(*)::integer AS count FROM (
    SELECT id FROM research_plan WHERE ${IS_OPEN} AND status = 'executing' ORDER BY id LIMIT ${MOST_SILENT}
  ) AS open CROSS JOIN LATERAL (
    SELECT FROM research_plan AS plan JOIN plan_step AS step ON plan_id = plan.id
    WHERE plan.id = open.id AND step.status = 'in_progress'
      AND coalesce(last_activity_at, started_at, step.updated_at) < $1::timestamptz - stall_threshold_ms * interval '1 millisecond' LIMIT 1
  ) AS silent`);
export const OPEN_REVIEWS = `
  FROM plan_review AS review
  JOIN plan_step AS step ON step.id = review.step_id AND step.status = 'awaiting_input'
  JOIN research_plan AS plan ON plan.id = review.plan_id AND plan.status NOT IN ('completed', 'failed')
  WHERE decision IS NULL`;
/** One by one: there are few of them, and many plans. */
const COUNT_REVIEWS = defineStatement(`
  SELECT count(*)::integer AS count, min(requested_at) AS oldest FROM (
    SELECT plan_id, step_id, requested_at FROM plan_review WHERE decision IS NULL ORDER BY requested_at, id LIMIT 1000
  ) AS review
  CROSS JOIN LATERAL (SELECT FROM plan_step WHERE id = step_id AND status = 'awaiting_input' LIMIT 1) AS step
  CROSS JOIN LATERAL (SELECT FROM research_plan WHERE id = plan_id AND status NOT IN ('completed', 'failed') LIMIT 1) AS plan`);

export async function readPlanHealth(context: TenantContext, now: Date): Promise<PlanHealth> {
  const [statuses, silent, reviews] = await context.send([
    execution(COUNT_STATUSES),
    execution(COUNT_SILENT, [now]),
    execution(COUNT_REVIEWS),
  ]);
  const counts = rowsOf<{ status: PlanStatus; count: number }>(statuses).filter(
    ({ count }) => count > 0,
  );
  const [open] = rowsOf<{ count: number; oldest: Date | null }>(reviews);
  return {
    byStatus: Object.fromEntries(counts.map(({ status, count }) => [status, count])),
    silent: rowsOf<{ count: number }>(silent)[0]?.count ?? 0,
    openReviews: open?.count ?? 0,
    oldestReviewAt: open?.oldest ?? null,
  };
}
