import { PLAN_ACTIVITIES, type PlanActivity } from "@trovella/plan-engine";
import { rawSql, type Sql, sql } from "../connection/sql.ts";

export const PLAN_SORTS = ["updated", "created", "name", "status", "progress", "sources"] as const;
export type PlanSort = (typeof PLAN_SORTS)[number];

/** The last plan of the page before. */
export interface PlanPosition {
  readonly key: string;
  readonly id: string;
}

/** The name without its mode, in lower case; an index has the same expression. */
export const FOLDED_TITLE = `lower(left(ltrim(CASE WHEN mode IS NULL THEN name ELSE substr(name, strpos(name, ']') + 1) END), 200))`;
/** In percent, rounded as it is shown. */
const PROGRESS = "((200 * done_count + step_count) / greatest(2 * step_count, 1))";
/** Of a closed plan; an index has the same expression. */
const CLOSED_RANK = `CASE WHEN archived_at IS NOT NULL THEN ${rankOf("archived")} WHEN is_cancelled THEN ${rankOf("cancelled")}
  WHEN completed_at IS NOT NULL THEN ${rankOf("completed")} ELSE ${rankOf("failed")} END`;

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

/** Plans of one kind: closed, or open with what their activity is. */
export interface PlanKind {
  readonly isOpen: boolean;
  readonly activity: Sql;
}

/** What plans are ordered by. Of open ones some of it changes with every call, and no index has it. */
export function sortKey(sort: PlanSort, { isOpen, activity }: PlanKind): Sql {
  if (sort === "updated") return isOpen ? sql`updated_at` : sql`closed_at`;
  if (sort === "name") return rawSql(FOLDED_TITLE);
  if (sort === "sources") return sql`source_count`;
  if (sort === "status") {
    return isOpen
      ? sql`array_position(${[...PLAN_ACTIVITIES]}::text[], ${activity})`
      : rawSql(CLOSED_RANK);
  }
  if (sort === "progress") {
    return isOpen ? rawSql(PROGRESS) : sql`closed_progress`;
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

/** The same order of one kind of plans. An index has the day on which open ones were changed, and each day is sorted. */
export function orderWithin(sorting: Sorting, key: Sql, { isOpen }: PlanKind): Sql {
  const { sort, isReversed = false } = sorting;
  const order = orderBy(sorting, key);
  if (sort !== "updated" || !isOpen) return order;
  return sql`updated_on ${rawSql(isDescending(sort, isReversed) ? "DESC" : "ASC")}, ${order}`;
}

/** The plans behind a position. */
export function isAfter(
  { sort, isReversed = false }: Sorting,
  key: Sql,
  { after, isOpen }: { readonly after: PlanPosition } & Pick<PlanKind, "isOpen">,
): Sql {
  const comparison = rawSql(isDescending(sort, isReversed) ? "<" : ">");
  if (sort === "created") return sql`id ${comparison} ${after.id}`;
  const isBehind = sql`(${key}, id) ${comparison} (${after.key}::${rawSql(TYPES[sort])}, ${after.id})`;
  if (sort !== "updated" || !isOpen) return isBehind;
  return sql`updated_on ${comparison}= (${after.key}::timestamptz AT TIME ZONE 'UTC')::date AND ${isBehind}`;
}

function isDescending(sort: PlanSort, isReversed: boolean): boolean {
  return DESCENDING.includes(sort) !== isReversed;
}

function rankOf(word: PlanActivity): number {
  return PLAN_ACTIVITIES.indexOf(word) + 1;
}
