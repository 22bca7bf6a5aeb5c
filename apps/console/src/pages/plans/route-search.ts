import { PLAN_MODES, PLAN_STATUSES } from "@trovella/plan-engine";
import type { FilterName, ListInput } from "../../api/api.ts";
import { defineFilters, type FilterValues } from "../../url/list-filters.ts";
import { listOf, oneOf, textOf } from "../../url/search-params.ts";

const FILTERS = {
  text: (value: unknown) => textOf(value),
  status: (value: unknown) => listOf(value, PLAN_STATUSES),
  mode: (value: unknown) => oneOf(value, PLAN_MODES),
} satisfies Record<FilterName<"researchPlan">, unknown>;
export const planFilters = defineFilters(FILTERS);

export interface PlansSearch extends FilterValues<typeof FILTERS> {
  readonly sort?: ListInput<"researchPlan">["sort"];
}

export function plansSearch(search: Record<string, unknown>): PlansSearch {
  return { ...planFilters.valuesOf(search), sort: oneOf(search.sort, ["updated", "created"]) };
}
