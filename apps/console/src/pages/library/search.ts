import { textOf } from "../../search-params.ts";

export interface LibrarySearch {
  readonly query?: string | undefined;
}

/** What the address of the library says. */
export function librarySearch(search: Record<string, unknown>): LibrarySearch {
  return { query: textOf(search.query) };
}

/** What the address of the search debugger says. */
export function debuggerSearch(search: Record<string, unknown>): LibrarySearch {
  return { query: textOf(search.query) };
}
