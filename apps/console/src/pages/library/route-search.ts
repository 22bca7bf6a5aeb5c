import {
  ARTIFACT_TYPE_LABELS,
  MEDIA_TYPE_LABELS,
  namesOf,
  TABLE_LABELS,
} from "../../format/labels.ts";
import { defineFilters, type FilterValues } from "../../url/list-filters.ts";
import { oneOf, textOf } from "../../url/search-params.ts";

const FILTERS = {
  type: (value: unknown) => oneOf(value, namesOf(ARTIFACT_TYPE_LABELS)),
  medium: (value: unknown) => oneOf(value, namesOf(MEDIA_TYPE_LABELS)),
  table: (value: unknown) => oneOf(value, namesOf(TABLE_LABELS)),
};
export const libraryFilters = defineFilters(FILTERS);

export interface LibrarySearch extends FilterValues<typeof FILTERS> {
  readonly query?: string | undefined;
}

/** Of the library and its debugger, so that the two pages can link to each other. */
export function librarySearch(search: Record<string, unknown>): LibrarySearch {
  return {
    query: textOf(search.query)?.trim() || undefined,
    ...libraryFilters.valuesOf(search),
  };
}

/** Without a query only artifacts are listed, and only their type applies. */
export function isFiltered(search: LibrarySearch): boolean {
  if (search.query === undefined) return search.type !== undefined;
  return libraryFilters.isAnySet(search);
}

export function queryInput({ query = "", type, medium, table }: LibrarySearch) {
  return { query, artifactType: type, mediaType: medium, sourceTable: table };
}
