import { listOf, oneOf } from "../../url/search-params.ts";

export const RANGES = ["7", "30", "90"] as const;
export const DEFAULT_RANGE = "30";
const CHARTS = ["plans", "stored", "decisions", "satisfaction", "clients"] as const;
export type ChartName = (typeof CHARTS)[number];

export interface InsightsSearch {
  readonly days?: (typeof RANGES)[number] | undefined;
  readonly tables?: readonly ChartName[] | undefined;
}

export function insightsSearch(search: Record<string, unknown>): InsightsSearch {
  return { days: oneOf(search.days, RANGES), tables: listOf(search.tables, CHARTS) };
}
