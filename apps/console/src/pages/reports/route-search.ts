import { textOf } from "../../url/search-params.ts";

export { reportsSearch } from "./list/list-search.ts";

export interface ReportSearch {
  /** The number of the chosen source. */
  readonly source?: string | undefined;
}

export function reportSearch(search: Record<string, unknown>): ReportSearch {
  const source = textOf(String(search.source ?? ""));
  return { source: source && /^\d{1,4}$/.test(source) ? source : undefined };
}
