import {
  ARTIFACT_TYPE_LABELS,
  MEDIA_TYPE_LABELS,
  namesOf,
  TABLE_LABELS,
} from "../../format/labels.ts";
import { DATE_FILTERS, momentsOf } from "../../url/date-range.ts";
import { defineFilters, type FilterValues } from "../../url/list-filters.ts";
import { oneOf, textOf } from "../../url/search-params.ts";

const FILTERS = {
  type: (value: unknown) => oneOf(value, namesOf(ARTIFACT_TYPE_LABELS)),
  medium: (value: unknown) => oneOf(value, namesOf(MEDIA_TYPE_LABELS)),
  table: (value: unknown) => oneOf(value, namesOf(TABLE_LABELS)),
  ...DATE_FILTERS,
};
export const libraryFilters = defineFilters(FILTERS);

/** Without one the best match comes first. */
const LIBRARY_SORTS = ["newest", "oldest"] as const;
export type LibrarySort = (typeof LIBRARY_SORTS)[number];

export interface LibrarySearch extends FilterValues<typeof FILTERS> {
  readonly query?: string | undefined;
  readonly sort?: LibrarySort | undefined;
}

/** Of the library and its debugger, so that the two pages can link to each other. */
export function librarySearch(search: Record<string, unknown>): LibrarySearch {
  return {
    query: textOf(search.query)?.trim() || undefined,
    ...libraryFilters.valuesOf(search),
    sort: oneOf(search.sort, LIBRARY_SORTS),
  };
}

/** Without a query only artifacts are listed, and only their type and date apply. */
export function isFiltered(search: LibrarySearch): boolean {
  if (search.query !== undefined) return libraryFilters.isAnySet(search);
  const { type, period, from, to } = search;
  return [type, period, from, to].some((value) => value !== undefined);
}

export function queryInput(search: LibrarySearch, now: Date) {
  const { query = "", type, medium, table } = search;
  return {
    query,
    artifactType: type,
    mediaType: medium,
    sourceTable: table,
    ...momentsOf(search, now),
  };
}

/** The input of the list of artifacts. */
export function listInput(search: LibrarySearch, now: Date) {
  return { artifactType: search.type, ...momentsOf(search, now) };
}
