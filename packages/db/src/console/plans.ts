import type { PlanActivity, PlanMode, StepType } from "@trovella/plan-engine";
import { queryRows } from "../connection/query-rows.ts";
import { compose, joinSql, limitTo, rawSql, type Sql, sql, whereAll } from "../connection/sql.ts";
import type { TenantContext } from "../connection/tenant-context.ts";
import { entriesOf } from "../plans/columns.ts";
import { activityOf } from "../plans/plan-activity.ts";
import { PLAN_COLUMNS, type PlanRow } from "../plans/plan-columns.ts";
import { isOwnPlan } from "./asked-person.ts";
import { equalTo, type FilterValues, filterConditions } from "./list-filters.ts";
import { type ListedKind, type PLAN_STATES, planKinds } from "./plan-kinds.ts";
import {
  isAfter,
  orderBy,
  orderWithin,
  type PlanPosition,
  type PlanSort,
  sortKey,
} from "./plan-sorts.ts";

import { planTextSearch } from "./text-search.ts";

export { PLAN_STATES } from "./plan-kinds.ts";
export { PLAN_SORTS } from "./plan-sorts.ts";

const FILTERS = {
  mode: equalTo<PlanMode>("mode"),
  /** The person who owns it or is asked to review it. */
  whose: isOwnPlan,
  createdAfter: (at: Date) => sql`created_at >= ${at}`,
  createdBefore: (at: Date) => sql`created_at < ${at}`,
  tag: (tag: string) => sql`id IN (SELECT plan_id FROM plan_tag WHERE tag = ${tag})`,
};
export interface PlanFilters extends FilterValues<typeof FILTERS> {
  /** Part of the name or of the beginning of the question, or the handle. */
  readonly text?: string | undefined;
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
  reviewPolicy: "hidden",
  planDesignRationale: "hidden",
  outputFormattingNotes: "hidden",
  failureReason: "beginning",
  isCancelled: "hidden",
  archivedAt: "hidden",
  tags: "whole",
  budget: "hidden",
  spent: "hidden",
  phase: "whole",
  phaseCause: "whole",
  closingAcceptedAt: "whole",
  assigneeId: "whole",
  evidencePolicy: "hidden",
  minLevel: "hidden",
  minSources: "hidden",
  repairs: "hidden",
  createdAt: "whole",
  updatedAt: "hidden",
  completedAt: "whole",
  closedAt: "hidden",
  stepCount: "whole",
  doneCount: "whole",
  failedCount: "whole",
  waitingCount: "hidden",
  confidence: "whole",
  currentStepId: "hidden",
  closedProgress: "hidden",
  lastSignAt: "hidden",
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
  readonly settledCount: number;
  /** The last sign of life of a step. */
  readonly lastActivityAt: Date;
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
const LISTED = rawSql(
  [
    ...shownColumns(),
    `plan.created_by AS "createdBy"`,
    `coalesce(plan.closed_at, plan.updated_at) AS "updatedAt"`,
    `plan.done_count + plan.failed_count AS "settledCount"`,
    `plan.last_sign_at AS "lastActivityAt"`,
    `plan.source_count AS "sourceCount"`,
  ].join(", "),
);

function shownColumns(): string[] {
  return entriesOf(PLAN_COLUMNS).flatMap(([field, { column }]) => {
    if (FIELDS[field] === "hidden") return [];
    return FIELDS[field] === "whole"
      ? `plan.${column} AS "${field}"`
      : `left(plan.${column}, 300) AS "${field}"`;
  });
}

const ARTIFACTS = rawSql(
  `(SELECT count(*) FROM research_artifact WHERE plan_id = plan.id)::integer AS "artifactCount"`,
);
const CURRENT_STEP = rawSql(`
  CASE WHEN step.id IS NOT NULL THEN jsonb_build_object('id', step.id, 'number', step.number, 'order', step.step_order, 'type', step.step_type,
    'status', step.status, 'holder', nullif(concat_ws(' in ', step.lease_holder, step.lease_client), ''),
    'instructions', left(step.instructions, 160)) END AS "currentStep"`);

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
  const page = sql`SELECT id, coalesce(closed_at, updated_at) AS sort_key FROM research_plan WHERE id = ANY(${ids}::text[])`;
  return queryRows(context, compose(sql`${withProgress(page, now)} ORDER BY ${LAST_CHANGED}`));
}

const LAST_CHANGED = rawSql("page.sort_key DESC, page.id DESC");

/** The page is cut before anything is looked up. */
function withProgress(page: Sql, now: Date): Sql {
  return sql`
    SELECT ${LISTED}, page.sort_key::text AS position, ${activityOf("plan", now)} AS activity, ${ARTIFACTS}, ${CURRENT_STEP}
    FROM (${page}) AS page JOIN research_plan AS plan ON plan.id = page.id
    LEFT JOIN plan_step AS step ON step.id = plan.current_step_id`;
}

/** Each kind is read in the order of the list, most of them by an index that has it. */
function pageOf(filter: PlanListRequest): Sql {
  const search = filter.text ? planTextSearch(filter.text) : null;
  const ways = search?.ways ?? [null];
  const parts = planKinds(filter).flatMap((kind) => ways.map((way) => partOf(filter, kind, way)));
  // Words and state may exclude each other.
  if (parts.length === 0) return sql`SELECT id, NULL AS sort_key FROM research_plan WHERE false`;
  return sql`${search?.matches ?? sql``} SELECT * FROM (${joinSql(parts, " UNION ALL ")}) AS every_kind ORDER BY ${orderBy(filter, sql`sort_key`)} ${limitTo(filter.limit)}`;
}

function partOf(filter: PlanListRequest, kind: ListedKind, way: Sql | null): Sql {
  const { sort, after, limit } = filter;
  const key = sortKey(sort, kind);
  const where = whereAll([
    ...filterConditions(FILTERS, filter),
    way,
    kind.condition,
    after && isAfter(filter, key, { after, isOpen: kind.isOpen }),
  ]);
  return sql`(SELECT id, ${key} AS sort_key FROM research_plan ${where} ORDER BY ${orderWithin(filter, key, kind)} ${limitTo(limit)})`;
}
