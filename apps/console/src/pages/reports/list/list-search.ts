import type { FilterName, ListInput } from "../../../api/api.ts";
import { WHOSE } from "../../../api/whose.ts";
import { MEDIA_TYPE_LABELS, namesOf } from "../../../format/labels.ts";
import { DATE_FILTERS, momentsOf } from "../../../url/date-range.ts";
import { defineFilters, type FilterValues } from "../../../url/list-filters.ts";
import { oneOf, textOf } from "../../../url/search-params.ts";

const REPORT_SORTS = ["created", "name", "plan"] as const;
type ReportSort = (typeof REPORT_SORTS)[number] & ListInput<"output">["sort"];

const API_FILTERS = {
  text: (value: unknown) => textOf(value),
  mediaType: (value: unknown) => oneOf(value, namesOf(MEDIA_TYPE_LABELS)),
  whose: (value: unknown) => oneOf(value, WHOSE),
  /** In the URL it is `versions`. */
  isNewest: () => undefined,
  planId: () => undefined,
} satisfies Record<FilterName<"output">, unknown>;
const { isNewest: _newest, planId: _plan, ...URL_FILTERS } = API_FILTERS;
const FILTERS = { ...URL_FILTERS, ...DATE_FILTERS };
export const reportFilters = defineFilters(FILTERS);

export interface ReportsSearch extends FilterValues<typeof FILTERS> {
  /** All versions; without it the newest of each plan. */
  readonly versions?: "all" | undefined;
  readonly sort?: ReportSort | undefined;
  readonly reversed?: true | undefined;
}

export function reportsSearch(search: Record<string, unknown>): ReportsSearch {
  return {
    ...reportFilters.valuesOf(search),
    versions: oneOf(search.versions, ["all"]),
    sort: oneOf(search.sort, REPORT_SORTS),
    reversed: String(search.reversed) === "true" ? true : undefined,
  };
}

/** What the API is asked for. */
export function reportsInput(
  { period, from, to, versions, sort = "created", reversed, ...filters }: ReportsSearch,
  now: Date,
) {
  return {
    ...filters,
    ...momentsOf({ period, from, to }, now),
    isNewest: versions !== "all",
    sort,
    isReversed: reversed === true,
  };
}

export function reportSorting({ sort = "created", reversed }: ReportsSearch) {
  const isDescending = (sort === "created") !== (reversed === true);
  return { by: sort, direction: isDescending ? "descending" : "ascending" } as const;
}

/** Another column sorts by it; the same one turns the order round. */
export function reportsSortedBy(by: string, search: ReportsSearch): ReportsSearch {
  const known = oneOf(by, REPORT_SORTS);
  if (known === (search.sort ?? "created")) return { reversed: search.reversed ? undefined : true };
  return { sort: known === "created" ? undefined : known, reversed: undefined };
}
