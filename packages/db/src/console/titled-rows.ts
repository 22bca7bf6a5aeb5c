import { type PlanMode, titleOf } from "@trovella/plan-engine";
import type { BatchResult } from "../connection/batch.ts";
import { rowsOf } from "./where-clause.ts";

/** How a row names the plan that it belongs to; all null when there is none. */
export interface PlanLabel<Name extends string | null = string> {
  readonly planName: Name;
  readonly planMode: PlanMode | null;
  readonly planTitle: Name;
}

/** The columns of a plan's label, from a plan that the statement calls `plan`. */
export const PLAN_LABEL = `plan.name AS "planName", plan.mode AS "planMode"`;

/** Rows with a label, whose title is taken from the name. */
export function titledRows<Row extends PlanLabel<string | null>>(
  result: BatchResult | undefined,
): Row[] {
  return rowsOf<Row>(result).map((row) => ({
    ...row,
    planTitle: row.planName === null ? null : titleOf(row.planName),
  }));
}
