import { oneOf, textOf } from "../../url/search-params.ts";

const PLAN_TABS = [
  "timeline",
  "plan",
  "evidence",
  "claims",
  "reports",
  "activity",
  "calls",
] as const;
export type PlanTabName = (typeof PLAN_TABS)[number];

export interface PlanSearch {
  readonly tab?: PlanTabName | undefined;
  /** The id or the handle of the chosen step. */
  readonly step?: string | undefined;
  /** The number of the opened event. */
  readonly event?: string | undefined;
  /** The id of the chosen claim. */
  readonly claim?: string | undefined;
  /** Whether only a sample of the claims is shown. */
  readonly sample?: true | undefined;
  /** Limits activity and tool calls to problems. */
  readonly only?: "problems" | undefined;
}

export function planSearch(search: Record<string, unknown>): PlanSearch {
  return {
    tab: oneOf(search.tab, PLAN_TABS),
    step: textOf(search.step),
    event: /^[1-9]\d{0,8}$/.exec(textOf(search.event) ?? "")?.[0],
    claim: textOf(search.claim),
    sample: String(search.sample) === "true" ? true : undefined,
    only: oneOf(search.only, ["problems"]),
  };
}
