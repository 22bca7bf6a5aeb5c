import type { DecisionRule } from "@trovella/plan-engine";
import { rawSql, type Sql, sql } from "../connection/sql.ts";

/** A person who looks, and by which rule others are asked. */
export interface Viewpoint {
  readonly userId: string;
  readonly rule: DecisionRule;
}

/** `askedPerson` of the engine (R38) in SQL, for rows of `research_plan` under this name. */
function askedOf(plan: string, { whoDecides, reviewers }: DecisionRule): Sql {
  const assignee = rawSql(`${plan}.assignee_id`);
  const owner = rawSql(`${plan}.created_by`);
  const all = reviewers.map(({ userId }) => userId);
  const admins = reviewers.filter(({ isAdmin }) => isAdmin).map(({ userId }) => userId);
  // An assignee who owns the plan is found by the second line either way.
  const askable = whoDecides === "owner_and_admins" ? admins : all;
  return sql`CASE WHEN ${assignee} = ANY(${askable}::text[]) THEN ${assignee}
    WHEN ${owner} = ANY(${all}::text[]) THEN ${owner} END`;
}

/** `isAsked` of the engine in SQL. */
export function isAskedOf(plan: string, { userId, rule }: Viewpoint): Sql {
  const asked = askedOf(plan, rule);
  const isAdmin = rule.reviewers.some((reviewer) => reviewer.userId === userId && reviewer.isAdmin);
  return isAdmin ? sql`coalesce(${asked}, ${userId}) = ${userId}` : sql`(${asked}) = ${userId}`;
}

/** Whether a plan is the person's: they own it, or it is assigned to them. Equalities, so that indexes serve it. */
export function isOwnPlan(userId: string): Sql {
  return sql`(created_by = ${userId} OR assignee_id = ${userId})`;
}
