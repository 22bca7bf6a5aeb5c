import {
  ARTIFACT_TYPE_LABELS,
  type ArtifactType,
  MEDIA_TYPE_LABELS,
  type MediaType,
  namesOf,
  type SearchedTable,
  TABLE_LABELS,
} from "../../format/labels.ts";
import { oneOf, textOf } from "../../url/search-params.ts";

export interface LibrarySearch {
  readonly query?: string | undefined;
  readonly type?: ArtifactType | undefined;
  readonly medium?: MediaType | undefined;
  readonly table?: SearchedTable | undefined;
}

/** Of the library and its debugger, so that the two pages can link to each other. */
export function librarySearch(search: Record<string, unknown>): LibrarySearch {
  return {
    query: textOf(search.query)?.trim() || undefined,
    type: oneOf(search.type, namesOf(ARTIFACT_TYPE_LABELS)),
    medium: oneOf(search.medium, namesOf(MEDIA_TYPE_LABELS)),
    table: oneOf(search.table, namesOf(TABLE_LABELS)),
  };
}

/** Without a query only artifacts are listed, and only their type applies. */
export function isFiltered({ query, type, medium, table }: LibrarySearch): boolean {
  if (query === undefined) return type !== undefined;
  return [type, medium, table].some((filter) => filter !== undefined);
}

export function queryInput({ query = "", type, medium, table }: LibrarySearch) {
  return { query, artifactType: type, mediaType: medium, sourceTable: table };
}
