import { type PlanMode, titleOf } from "@trovella/plan-engine";
import type { BatchResult } from "../connection/batch.ts";
import { rowsOf } from "../connection/query-rows.ts";
import type { Sender } from "../connection/send-together.ts";
import type { Execution } from "../connection/statement.ts";

/** The plan that a row belongs to; all null when there is none. */
export interface PlanLabel<Name extends string | null = string> {
  readonly planName: Name;
  readonly planMode: PlanMode | null;
  readonly planTitle: Name;
}

/** The columns of a plan's label, from a plan that the statement calls `plan`. */
export const PLAN_LABEL = `plan.name AS "planName", plan.mode AS "planMode"`;

/** Rows with a label; the title is the plan's name without its mode. */
export async function queryTitledRows<Row extends PlanLabel<string | null>>(
  context: Sender,
  query: Execution,
): Promise<Row[]> {
  const [result] = await context.send([query]);
  return titledRows(result);
}

export function titledRows<Row extends PlanLabel<string | null>>(
  result: BatchResult | undefined,
): Row[] {
  return rowsOf<Row>(result).map((row) => ({
    ...row,
    planTitle: row.planName === null ? null : titleOf(row.planName),
  }));
}
