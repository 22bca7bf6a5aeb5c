import {
  isOpenActivity,
  type PlanActivity,
  type PlanMode,
  type StepType,
} from "@trovella/plan-engine";
import { queryRows } from "../connection/query-rows.ts";
import { compose, joinSql, rawSql, type Sql, sql, whereAll } from "../connection/sql.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { entriesOf } from "../plans/columns.ts";
import { activityOf, openActivityOf } from "../plans/plan-activity.ts";
import { PLAN_COLUMNS, type PlanRow } from "../plans/plan-columns.ts";
import { isOwnPlan } from "./asked-person.ts";
import { equalTo, type FilterValues, filterConditions } from "./list-filters.ts";
import { isAfter, orderBy, type PlanPosition, type PlanSort, sortKey } from "./plan-sorts.ts";

export { PLAN_SORTS } from "./plan-sorts.ts";

/** Whether plans are open, or over. */
export const PLAN_STATES = ["active", "finished"] as const;

const FILTERS = {
  /** Part of the name or the question, or the handle. */
  text: (text: string) =>
    text
      ? sql`(strpos(lower(name), lower(${text})) > 0 OR strpos(lower(research_question), lower(${text})) > 0 OR handle = lower(btrim(${text})))`
      : null,
  mode: equalTo<PlanMode>("mode"),
  /** The person who owns it or is asked to review it. */
  whose: isOwnPlan,
  createdAfter: (at: Date) => sql`created_at >= ${at}`,
  createdBefore: (at: Date) => sql`created_at < ${at}`,
  tag: (tag: string) => sql`id IN (SELECT plan_id FROM plan_tag WHERE tag = ${tag})`,
};
export interface PlanFilters extends FilterValues<typeof FILTERS> {
  /** The words of which a plan has one (R36); all plans when there is none. */
  readonly status?: readonly PlanActivity[] | undefined;
  readonly state?: (typeof PLAN_STATES)[number] | undefined;
}

export interface PlanListRequest extends PlanFilters {
  readonly sort: PlanSort;
  /** The other way round than people expect first. */
  readonly isReversed?: boolean | undefined;
  readonly after: PlanPosition | null;
  readonly limit: number;
  readonly now: Date;
}

/** How the list shows each field of a plan: whole, cut after 300 characters, or not. */
const FIELDS = {
  id: "whole",
  handle: "whole",
  name: "whole",
  mode: "whole",
  researchQuestion: "beginning",
  status: "whole",
  version: "hidden",
  auditSeq: "hidden",
  auditHead: "hidden",
  stepsCreated: "hidden",
  stallThresholdMs: "hidden",
  reviewPolicy: "whole",
  planDesignRationale: "hidden",
  outputFormattingNotes: "hidden",
  failureReason: "beginning",
  isCancelled: "hidden",
  archivedAt: "whole",
  tags: "whole",
  budget: "whole",
  spent: "whole",
  phase: "whole",
  phaseCause: "whole",
  closingAcceptedAt: "whole",
  assigneeId: "whole",
  evidencePolicy: "whole",
  minLevel: "whole",
  minSources: "whole",
  repairs: "whole",
  createdAt: "whole",
  updatedAt: "hidden",
  completedAt: "whole",
  closedAt: "hidden",
} as const satisfies Record<keyof PlanRow, "whole" | "beginning" | "hidden">;
type Shown = {
  [Field in keyof PlanRow]: (typeof FIELDS)[Field] extends "hidden" ? never : Field;
}[keyof PlanRow];

export interface ConsolePlan extends Pick<PlanRow, Shown> {
  readonly activity: PlanActivity;
  readonly createdBy: string | null;
  /** Of a closed plan its end: reading it from a new session is no change of it. */
  readonly updatedAt: Date;
  /** What the list is ordered by, in full precision. */
  readonly position: string;
  readonly stepCount: number;
  readonly settledCount: number;
  readonly doneCount: number;
  readonly failedCount: number;
  /** The last sign of life of a step. */
  readonly lastActivityAt: Date;
  readonly confidence: number | null;
  readonly artifactCount: number;
  readonly sourceCount: number;
  readonly currentStep: {
    readonly id: string;
    readonly number: number;
    readonly order: number;
    readonly type: StepType;
    readonly status: string;
    readonly holder: string | null;
    readonly instructions: string;
  } | null;
}

/** What is read of a plan's own row, under the names of the list. */
const COLUMNS: Readonly<Record<string, string>> = {
  ...shownColumns(),
  createdBy: "created_by",
  updatedAt: "coalesce(closed_at, updated_at)",
};
const LISTED = rawSql(
  Object.keys(COLUMNS)
    .map((field) => `page."${field}"`)
    .join(", "),
);
/** With what only the word for its activity depends on. */
const SELECTED = rawSql(
  [
    ...Object.entries(COLUMNS).map(([field, column]) => `${column} AS "${field}"`),
    "stall_threshold_ms, updated_at, closed_at, archived_at, is_cancelled",
  ].join(", "),
);

function shownColumns(): Record<string, string> {
  const columns: Record<string, string> = {};
  for (const [field, { column }] of entriesOf(PLAN_COLUMNS)) {
    if (FIELDS[field] === "whole") columns[field] = column;
    if (FIELDS[field] === "beginning") columns[field] = `left(${column}, 300)`;
  }
  return columns;
}

/** The progress and the current step of each plan of the page. */
const PROGRESS = rawSql(`
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS "stepCount",
      count(*) FILTER (WHERE step.status IN ('completed', 'skipped', 'failed'))::integer AS "settledCount",
      count(*) FILTER (WHERE step.status IN ('completed', 'skipped'))::integer AS "doneCount",
      count(*) FILTER (WHERE step.status = 'failed')::integer AS "failedCount",
      max(greatest(last_activity_at, step.updated_at)) AS "lastActivityAt", avg(confidence) AS confidence
    FROM plan_step AS step WHERE plan_id = page.id
  ) AS steps
  CROSS JOIN LATERAL (
    SELECT (SELECT count(*) FROM research_artifact WHERE plan_id = page.id)::integer AS "artifactCount",
      (SELECT count(*) FROM plan_source WHERE plan_id = page.id)::integer AS "sourceCount"
  ) AS found
  LEFT JOIN LATERAL (
    SELECT jsonb_build_object('id', id, 'number', number, 'order', step_order, 'type', step_type, 'status', status, 'holder', nullif(concat_ws(' in ', lease_holder, lease_client), ''),
      'instructions', left(instructions, 160)) AS "currentStep"
    FROM plan_step AS step
    WHERE plan_id = page.id AND page.status NOT IN ('completed', 'failed') AND status IN ('awaiting_input', 'in_progress', 'pending')
    ORDER BY status = 'pending', step_order LIMIT 1
  ) AS current ON true`);

/** Plans with their progress, in the order asked for. */
export function listConsolePlans(
  context: TenantContext,
  filter: PlanListRequest,
): Promise<ConsolePlan[]> {
  const { now } = filter;
  const order = orderBy(filter, sql`page.sort_key`, "page.id");
  return queryRows(context, compose(sql`${withProgress(pageOf(filter), now)} ORDER BY ${order}`));
}

/** Named plans with their progress, the last changed first. */
export function readConsolePlans(
  context: TenantContext,
  { ids, now }: { readonly ids: readonly string[]; readonly now: Date },
): Promise<ConsolePlan[]> {
  const page = sql`SELECT ${SELECTED}, coalesce(closed_at, updated_at) AS sort_key FROM research_plan WHERE id = ANY(${ids}::text[])`;
  return queryRows(context, compose(sql`${withProgress(page, now)} ORDER BY ${LAST_CHANGED}`));
}

const LAST_CHANGED = rawSql(`"updatedAt" DESC, page.id DESC`);

function withProgress(page: Sql, now: Date): Sql {
  return sql`
    SELECT ${LISTED}, page.sort_key::text AS position, ${activityOf("page", now)} AS activity, steps.*, found.*, "currentStep"
    FROM (${page}) AS page ${PROGRESS}`;
}

/**
 * Open plans are few and are all read; closed ones come from an index in the order of the list. No index can order plans
 * that still change by their last change, nor find them by how they stand, hence the union.
 */
function pageOf(filter: PlanListRequest): Sql {
  const { status: words = [], state, now, limit } = filter;
  const ofOpen = words.filter(isOpenActivity);
  const ofClosed = words.filter((word) => !isOpenActivity(word));
  const isAny = words.length === 0;
  const parts = [
    state !== "finished" &&
      (isAny || ofOpen.length > 0) &&
      partOf(filter, true, {
        isWanted: isAny
          ? null
          : sql`${openActivityOf("research_plan", now)} = ANY(${ofOpen}::text[])`,
      }),
    state !== "active" &&
      (isAny || ofClosed.length > 0) &&
      partOf(filter, false, { isWanted: closedOnes(ofClosed) }),
  ].filter((part) => part !== false);
  // Words and state may exclude each other.
  if (parts.length === 0)
    return sql`SELECT ${SELECTED}, NULL AS sort_key FROM research_plan WHERE false`;
  return sql`SELECT * FROM (${joinSql(parts, " UNION ALL ")}) AS both_kinds ORDER BY ${orderBy(filter, sql`sort_key`)} LIMIT ${limit}`;
}

/** Plain comparisons, whose share of the plans the planner knows. */
const OF_CLOSED: Partial<Record<PlanActivity, Sql>> = {
  completed: sql`status = 'completed'`,
  failed: sql`(status = 'failed' AND NOT is_cancelled)`,
  cancelled: sql`is_cancelled`,
};

/** Archived plans are left out unless they are asked for. */
function closedOnes(words: readonly PlanActivity[]): Sql {
  const others = words.flatMap((word) => OF_CLOSED[word] ?? []);
  const isShown =
    others.length > 0
      ? sql`archived_at IS NULL AND (${joinSql(others, " OR ")})`
      : sql`archived_at IS NULL`;
  if (!words.includes("archived")) return isShown;
  return others.length > 0
    ? sql`(archived_at IS NOT NULL OR ${isShown})`
    : sql`archived_at IS NOT NULL`;
}

function partOf(
  filter: PlanListRequest,
  isOpen: boolean,
  { isWanted }: { readonly isWanted: Sql | null },
): Sql {
  const { sort, after, limit, now } = filter;
  const key = sortKey(sort, isOpen, now);
  const where = whereAll([
    ...filterConditions(FILTERS, filter),
    rawSql(isOpen ? "closed_at IS NULL" : "closed_at IS NOT NULL"),
    after && isAfter(filter, key, after),
    isWanted,
  ]);
  return sql`(SELECT ${SELECTED}, ${key} AS sort_key FROM research_plan ${where} ORDER BY ${orderBy(filter, key)} LIMIT ${limit})`;
}
