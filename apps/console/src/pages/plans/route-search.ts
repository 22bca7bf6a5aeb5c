import { PLAN_STATUSES, type PlanStatus } from "@trovella/plan-engine";
import { listOf, oneOf, textOf } from "../../url/search-params.ts";

export const MODES = ["scan", "deep"] as const;
const SORTS = ["updated", "created"] as const;

export interface PlansSearch {
  readonly text?: string | undefined;
  readonly status?: readonly PlanStatus[] | undefined;
  readonly mode?: (typeof MODES)[number] | undefined;
  readonly sort?: (typeof SORTS)[number] | undefined;
}

/**
 * Search parameters of the plans page. Every key is present even if undefined: the router would
 * otherwise keep the raw value of the URL.
 */
export function plansSearch(search: Record<string, unknown>): PlansSearch {
  return {
    text: textOf(search.text),
    status: listOf(search.status, PLAN_STATUSES),
    mode: oneOf(search.mode, MODES),
    sort: oneOf(search.sort, SORTS),
  };
}

export function isFiltered({ text, status, mode }: PlansSearch): boolean {
  return text !== undefined || status !== undefined || mode !== undefined;
}
