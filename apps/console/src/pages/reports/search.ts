import { textOf } from "../../search-params.ts";

export interface ReportsSearch {
  readonly mediaType?: string | undefined;
}

export interface ReportSearch {
  /** The number of the chosen source. */
  readonly source?: string | undefined;
}

/** What the address of the list of reports says. */
export function reportsSearch(search: Record<string, unknown>): ReportsSearch {
  return { mediaType: textOf(search.mediaType) };
}

/** What the address of a report says. */
export function reportSearch(search: Record<string, unknown>): ReportSearch {
  return { source: textOf(search.source) };
}
