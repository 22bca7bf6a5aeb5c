import { textOf } from "../../url/search-params.ts";

export { reportsSearch } from "./list/list-search.ts";

export interface ReportSearch {
  /** The number of the chosen source. */
  readonly source?: string | undefined;
  /** The version that this one is compared with. */
  readonly compare?: string | undefined;
}

export function reportSearch(search: Record<string, unknown>): ReportSearch {
  const source = textOf(String(search.source ?? ""));
  const compare = textOf(search.compare);
  return {
    source: source && /^\d{1,4}$/.test(source) ? source : undefined,
    compare: compare && /^[\w.:/-]+$/.test(compare) ? compare : undefined,
  };
}
