import type { PlanMode, PlanStatus, StepType } from "@trovella/plan-engine";
import { queryRows } from "../connection/query-rows.ts";
import { compare, compose, joinSql, rawSql, type Sql, sql, whereAll } from "../connection/sql.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { entriesOf } from "../plans/columns.ts";
import { PLAN_COLUMNS, type PlanRow } from "../plans/plan-columns.ts";
import { equalTo, type FilterValues, filterConditions } from "./list-filters.ts";

export const PLAN_SORTS = ["updated", "created"] as const;

const FILTERS = {
  status: (statuses: readonly PlanStatus[]) =>
    statuses.length > 0 ? sql`status = ANY(${statuses}::text[])` : null,
  /** Part of the name or the question, or the handle. */
  text: (text: string) =>
    text
      ? sql`(strpos(lower(name), lower(${text})) > 0 OR strpos(lower(research_question), lower(${text})) > 0 OR handle = lower(btrim(${text})))`
      : null,
  mode: equalTo<PlanMode>("mode"),
};
export type PlanFilters = FilterValues<typeof FILTERS>;

export interface PlanListRequest extends PlanFilters {
  /** Only plans that close early without a person having agreed to it. */
  readonly isClosingEarly?: boolean;
  readonly sort: (typeof PLAN_SORTS)[number];
  /** The last plan of the page before. */
  readonly after: { readonly at: string; readonly id: string } | null;
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
  readonly createdBy: string | null;
  /** Of a closed plan its end: reading it from a new session is no change of it. */
  readonly updatedAt: Date;
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
  position: "coalesce(closed_at, updated_at)::text",
};
const LISTED = rawSql(
  Object.keys(COLUMNS)
    .map((field) => `page."${field}"`)
    .join(", "),
);
/** The threshold is for the progress only. */
const SELECTED = rawSql(
  [
    ...Object.entries(COLUMNS).map(([field, column]) => `${column} AS "${field}"`),
    "stall_threshold_ms",
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
const progress = (now: Date) => sql`
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS "stepCount",
      count(*) FILTER (WHERE step.status IN ('completed', 'skipped', 'failed'))::integer AS "settledCount",
      count(*) FILTER (WHERE step.status IN ('completed', 'skipped'))::integer AS "doneCount",
      count(*) FILTER (WHERE step.status = 'failed')::integer AS "failedCount",
      count(*) FILTER (WHERE step.status = 'in_progress' AND page.status NOT IN ('completed', 'failed')
        AND coalesce(last_activity_at, started_at, updated_at) < ${now}::timestamptz - stall_threshold_ms * interval '1 millisecond')::integer AS "stalledCount",
      max(coalesce(last_activity_at, started_at)) AS "lastActivityAt", avg(confidence) AS confidence
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
  ) AS current ON true`;

/** Plans with their progress, the last changed or the newest first. */
export function listConsolePlans(
  context: TenantContext,
  filter: PlanListRequest,
): Promise<ConsolePlan[]> {
  const isByUpdate = filter.sort === "updated";
  const page = isByUpdate ? lastChanged(filter) : newest(filter);
  const order = rawSql(isByUpdate ? `"updatedAt" DESC, page.id DESC` : "page.id DESC");
  const query = sql`
    SELECT ${LISTED}, steps.*, found.*, "currentStep" FROM (${page}) AS page ${progress(filter.now)} ORDER BY ${order}`;
  return queryRows(context, compose(query));
}

function newest(filter: PlanListRequest): Sql {
  const where = whereAll([...filterConditions(FILTERS, filter), compare("id <", filter.after?.id)]);
  return sql`SELECT ${SELECTED} FROM research_plan ${where} ORDER BY id DESC LIMIT ${filter.limit}`;
}

/**
 * Open plans are few and are all read; closed ones come from an index in this order. No index can order plans that
 * still change by their last change, hence the union.
 */
function lastChanged(filter: PlanListRequest): Sql {
  const { status: statuses = [], after, limit } = filter;
  const part = (kind: Sql, time: Sql) => {
    const where = whereAll([
      ...filterConditions(FILTERS, filter),
      kind,
      filter.isClosingEarly ? CLOSING_EARLY : null,
      after && sql`(${time}, id) < (${after.at}::timestamptz, ${after.id})`,
    ]);
    return sql`(SELECT ${SELECTED} FROM research_plan ${where} ORDER BY ${time} DESC, id DESC LIMIT ${limit})`;
  };
  const isWanted = (isClosed: boolean) =>
    statuses.length === 0 || statuses.some((status) => CLOSED.includes(status) === isClosed);
  const parts = [
    ...(isWanted(false) ? [part(sql`closed_at IS NULL`, sql`updated_at`)] : []),
    ...(isWanted(true) ? [part(sql`closed_at IS NOT NULL`, sql`closed_at`)] : []),
  ];
  return sql`SELECT * FROM (${joinSql(parts, " UNION ALL ")}) AS both_kinds ORDER BY "updatedAt" DESC, id DESC LIMIT ${limit}`;
}

const CLOSING_EARLY = sql`phase <> 'open' AND closing_accepted_at IS NULL`;
const CLOSED: readonly PlanStatus[] = ["completed", "failed"];
