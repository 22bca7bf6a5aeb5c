import { isOpenActivity, OPEN_ACTIVITIES, type PlanActivity } from "@trovella/plan-engine";
import { joinSql, type Sql, sql } from "../connection/sql.ts";
import { activityOf, isQuiet, recentActivityOf } from "../plans/plan-activity.ts";
import type { PlanKind, PlanSort } from "./plan-sorts.ts";

/** Whether plans are open, or over. */
export const PLAN_STATES = ["active", "finished"] as const;

interface Asked {
  /** All words when there is none. */
  readonly status?: readonly PlanActivity[] | undefined;
  readonly state?: (typeof PLAN_STATES)[number] | undefined;
  readonly sort: PlanSort;
  readonly now: Date;
}

/** Plans that one index leads to. */
export interface ListedKind extends PlanKind {
  readonly condition: Sql;
}

/**
 * The kinds of plans that are asked for. No index can have how open plans stand or when they were changed, since that changes
 * with every call, but indexes have what changes seldom: who waits for a person, and the day on which a plan would stall.
 */
export function planKinds(asked: Asked): ListedKind[] {
  const { status: words = [], state, sort } = asked;
  const isAny = words.length === 0;
  const open = isAny ? OPEN_ACTIVITIES : words.filter(isOpenActivity);
  const closed = words.filter((word) => !isOpenActivity(word));
  const openKinds =
    isAny && sort !== "status" ? [everyOpen(asked.now)] : openKindsOf(open, asked.now);
  return [
    ...(state === "finished" ? [] : openKinds),
    ...(state === "active" || !(isAny || closed.length > 0) ? [] : [closedKind(closed)]),
  ];
}

function everyOpen(now: Date): ListedKind {
  const activity = activityOf("research_plan", now);
  return { isOpen: true, condition: sql`closed_at IS NULL`, activity };
}

/** How a plan may stand that waits for nobody and is not quiet. */
const RECENT_ACTIVITIES = ["working", "waiting_for_assistant", "stalled"] as const;

function openKindsOf(words: readonly PlanActivity[], now: Date): ListedKind[] {
  const isOf = (...some: readonly PlanActivity[]) => words.some((word) => some.includes(word));
  const quiet = isQuiet("research_plan", now);
  const recent = recentActivityOf("research_plan", now);
  const waiting = sql`closed_at IS NULL AND waiting_count > 0`;
  const others = sql`closed_at IS NULL AND waiting_count = 0`;
  // The day is implied, but an index has it.
  const mayBeActive = sql`stalls_on >= (${now}::timestamptz AT TIME ZONE 'UTC')::date AND NOT ${quiet}`;
  const wantsAll = RECENT_ACTIVITIES.every((word) => words.includes(word));
  const wanted = wantsAll ? sql`true` : sql`${recent} = ANY(${[...words]}::text[])`;
  const kind = (condition: Sql, activity: Sql) => ({ isOpen: true, condition, activity });
  return [
    ...(isOf("waiting_for_person") ? [kind(waiting, sql`'waiting_for_person'`)] : []),
    ...(isOf("stalled") ? [kind(sql`${others} AND ${quiet}`, sql`'stalled'`)] : []),
    ...(isOf(...RECENT_ACTIVITIES)
      ? [kind(sql`${others} AND ${mayBeActive} AND ${wanted}`, recent)]
      : []),
  ];
}

/** Plain comparisons, whose share of the plans the planner knows. */
const OF_CLOSED: Partial<Record<PlanActivity, Sql>> = {
  completed: sql`status = 'completed'`,
  failed: sql`(status = 'failed' AND NOT is_cancelled)`,
  cancelled: sql`is_cancelled`,
};

function closedKind(words: readonly PlanActivity[]): ListedKind {
  const condition = sql`closed_at IS NOT NULL AND ${closedOnes(words)}`;
  return { isOpen: false, condition, activity: sql`status` };
}

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
