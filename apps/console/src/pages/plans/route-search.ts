import {
  ACTIVITIES_OF_STATUS,
  PLAN_ACTIVITIES,
  PLAN_MODES,
  type PlanActivity,
} from "@trovella/plan-engine";
import type { FilterName, ListInput } from "../../api/api.ts";
import { WHOSE } from "../../api/whose.ts";
import { defineFilters, type FilterValues } from "../../url/list-filters.ts";
import { listOf, oneOf, textOf } from "../../url/search-params.ts";

export const SHOWN_ACTIVITIES: readonly PlanActivity[] = PLAN_ACTIVITIES;

const FILTERS = {
  text: (value: unknown) => textOf(value),
  status: (value: unknown) => listOf(withoutOldWords(value), SHOWN_ACTIVITIES),
  mode: (value: unknown) => oneOf(value, PLAN_MODES),
  whose: (value: unknown) => oneOf(value, WHOSE),
  tag: (value: unknown) => textOf(value),
} satisfies Record<FilterName<"researchPlan">, unknown>;
export const planFilters = defineFilters(FILTERS);

/** Links of older versions name statuses that people are no longer shown. */
function withoutOldWords(value: unknown): string[] {
  const words = Array.isArray(value) ? value.map(String) : String(value ?? "").split(",");
  const known = new Map<string, readonly string[]>(Object.entries(ACTIVITIES_OF_STATUS));
  return words.flatMap((word) => known.get(word) ?? [word]);
}

export interface PlansSearch extends FilterValues<typeof FILTERS> {
  readonly sort?: ListInput<"researchPlan">["sort"];
}

export function plansSearch(search: Record<string, unknown>): PlansSearch {
  return { ...planFilters.valuesOf(search), sort: oneOf(search.sort, ["updated", "created"]) };
}
