import type { FilterName, RunStatus } from "../../api/api.ts";
import { namesOf } from "../../format/labels.ts";
import { defineFilters, type FilterValues } from "../../url/list-filters.ts";
import { oneOf, textOf } from "../../url/search-params.ts";

/** In the order a run passes through them. A record, so that none is missing. */
export const RUN_STATUSES = namesOf<RunStatus>({
  started: true,
  executing: true,
  completed: true,
  failed: true,
});
export const RUNS_PER_PAGE = 20;
/** The limit of the API. */
const MAX_PAGES = 50_000;

const FILTERS = {
  skillName: (value: unknown) => textOf(value),
  status: (value: unknown) => oneOf(value, RUN_STATUSES),
} satisfies Record<FilterName<"skillExecution">, unknown>;
export const runFilters = defineFilters(FILTERS);

export interface RunsSearch extends FilterValues<typeof FILTERS> {
  /** From 2 on; the first page has no number in the URL. */
  readonly page?: number | undefined;
}

export function runsSearch(search: Record<string, unknown>): RunsSearch {
  return { ...runFilters.valuesOf(search), page: pageOf(search.page) };
}

function pageOf(said: unknown): number | undefined {
  const page = /^\d{1,5}$/.test(String(said)) ? Number(said) : 1;
  return page > 1 && page <= MAX_PAGES ? page : undefined;
}
