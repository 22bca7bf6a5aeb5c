import { PLAN_ACTIVITIES } from "@trovella/plan-engine";
import { rawSql, type Sql, sql } from "../connection/sql.ts";
import { activityOf } from "../plans/plan-activity.ts";

export const PLAN_SORTS = ["updated", "created", "name", "status", "progress", "sources"] as const;
export type PlanSort = (typeof PLAN_SORTS)[number];

/** The last plan of the page before. */
export interface PlanPosition {
  readonly key: string;
  readonly id: string;
}

/** The name without its mode, in lower case; an index has the same expression. */
export const FOLDED_TITLE = `lower(left(ltrim(CASE WHEN mode IS NULL THEN name ELSE substr(name, strpos(name, ']') + 1) END), 200))`;
const DONE_SHARE = `(SELECT (100 * count(*) FILTER (WHERE step.status IN ('completed', 'skipped')) / greatest(count(*), 1))::integer
  FROM plan_step AS step WHERE step.plan_id = research_plan.id)`;
const SOURCES = `(SELECT count(*)::integer FROM plan_source AS source WHERE source.plan_id = research_plan.id)`;

const TYPES = {
  updated: "timestamptz",
  created: "text",
  name: "text",
  status: "integer",
  progress: "integer",
  sources: "integer",
} as const satisfies Record<PlanSort, string>;
const DESCENDING: readonly PlanSort[] = ["updated", "created", "progress", "sources"];

interface Sorting {
  readonly sort: PlanSort;
  readonly isReversed?: boolean | undefined;
}

/** What open or closed plans are ordered by. Of open ones some of it changes with every call, and no index has it. */
export function sortKey(sort: PlanSort, isOpen: boolean, now: Date): Sql {
  if (sort === "updated") return isOpen ? sql`updated_at` : sql`closed_at`;
  if (sort === "name") return rawSql(FOLDED_TITLE);
  if (sort === "sources") return rawSql(SOURCES);
  if (sort === "status") {
    return sql`array_position(${[...PLAN_ACTIVITIES]}::text[], ${activityOf("research_plan", now)})`;
  }
  if (sort === "progress") {
    return rawSql(
      isOpen ? DONE_SHARE : `CASE WHEN status = 'completed' THEN 100 ELSE ${DONE_SHARE} END`,
    );
  }
  // Ids rise with time.
  return sql`id`;
}

/** The order by a key, equal ones by id. */
export function orderBy({ sort, isReversed = false }: Sorting, key: Sql, id = "id"): Sql {
  const direction = rawSql(isDescending(sort, isReversed) ? "DESC" : "ASC");
  if (sort === "created") return sql`${rawSql(id)} ${direction}`;
  return sql`${key} ${direction}, ${rawSql(id)} ${direction}`;
}

/** The plans behind a position. */
export function isAfter({ sort, isReversed = false }: Sorting, key: Sql, after: PlanPosition): Sql {
  const comparison = rawSql(isDescending(sort, isReversed) ? "<" : ">");
  if (sort === "created") return sql`id ${comparison} ${after.id}`;
  return sql`(${key}, id) ${comparison} (${after.key}::${rawSql(TYPES[sort])}, ${after.id})`;
}

function isDescending(sort: PlanSort, isReversed: boolean): boolean {
  return DESCENDING.includes(sort) !== isReversed;
}
