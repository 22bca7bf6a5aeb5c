import {
  ACTIVITIES_OF_STATUS,
  PLAN_ACTIVITIES,
  PLAN_MODES,
  type PlanActivity,
} from "@trovella/plan-engine";
import type { FilterName, ListInput } from "../../api/api.ts";
import { WHOSE } from "../../api/whose.ts";
import { DATE_FILTERS, momentsOf } from "../../url/date-range.ts";
import { defineFilters, type FilterValues } from "../../url/list-filters.ts";
import { listOf, oneOf, textOf } from "../../url/search-params.ts";

export const SHOWN_ACTIVITIES: readonly PlanActivity[] = PLAN_ACTIVITIES;
export const PLAN_STATES = ["active", "finished"] as const;
type PlanInput = ListInput<"researchPlan">;
type PlanSort = NonNullable<PlanInput["sort"]>;
const SORTS: Readonly<Record<PlanSort, "ascending" | "descending">> = {
  updated: "descending",
  created: "descending",
  name: "ascending",
  status: "ascending",
  progress: "descending",
  sources: "descending",
};

const API_FILTERS = {
  text: (value: unknown) => textOf(value),
  status: (value: unknown) => listOf(withoutOldWords(value), SHOWN_ACTIVITIES),
  state: (value: unknown) => oneOf(value, PLAN_STATES),
  mode: (value: unknown) => oneOf(value, PLAN_MODES),
  whose: (value: unknown) => oneOf(value, WHOSE),
  tag: (value: unknown) => textOf(value),
} satisfies Record<FilterName<"researchPlan">, unknown>;
const FILTERS = { ...API_FILTERS, ...DATE_FILTERS };
export const planFilters = defineFilters(FILTERS);

/** Links of older versions name statuses that people are no longer shown. */
function withoutOldWords(value: unknown): string[] {
  const words = Array.isArray(value) ? value.map(String) : String(value ?? "").split(",");
  const known = new Map<string, readonly string[]>(Object.entries(ACTIVITIES_OF_STATUS));
  return words.flatMap((word) => known.get(word) ?? [word]);
}

export interface PlansSearch extends FilterValues<typeof FILTERS> {
  readonly sort?: PlanSort | undefined;
  readonly reversed?: true | undefined;
}

export function plansSearch(search: Record<string, unknown>): PlansSearch {
  return {
    ...planFilters.valuesOf(search),
    sort: oneOf(search.sort, Object.keys(SORTS) as PlanSort[]),
    reversed: String(search.reversed) === "true" ? true : undefined,
  };
}

/** What the API is asked for. */
export function plansInput(
  { period, from, to, sort = "updated", reversed, ...filters }: PlansSearch,
  now: Date,
) {
  return {
    ...filters,
    ...momentsOf({ period, from, to }, now),
    sort,
    isReversed: reversed === true,
  };
}

export function sortingOf({ sort = "updated", reversed }: PlansSearch) {
  const isDescending = (SORTS[sort] === "descending") !== (reversed === true);
  return { by: sort, direction: isDescending ? "descending" : "ascending" } as const;
}

/** Another column sorts by it; the same one turns the order round. */
export function sortedBy(by: string, { sort = "updated", reversed }: PlansSearch): PlansSearch {
  const known = oneOf(by, Object.keys(SORTS) as PlanSort[]);
  if (known === sort) return { reversed: reversed ? undefined : true };
  return { sort: known === "updated" ? undefined : known, reversed: undefined };
}
