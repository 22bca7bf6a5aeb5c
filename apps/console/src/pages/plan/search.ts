import { oneOf, textOf } from "../../search-params.ts";

export const PLAN_TABS = ["timeline", "plan", "evidence", "reports", "activity", "calls"] as const;

export interface PlanSearch {
  readonly tab?: (typeof PLAN_TABS)[number] | undefined;
  /** The id of the chosen step. */
  readonly step?: string | undefined;
}

/** What the address of a plan says. */
export function planSearch(search: Record<string, unknown>): PlanSearch {
  return { tab: oneOf(search.tab, PLAN_TABS), step: textOf(search.step) };
}
