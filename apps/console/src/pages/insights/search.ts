import { oneOf } from "../../search-params.ts";

export const RANGES = ["7", "30", "90"] as const;

export interface InsightsSearch {
  /** How many days. */
  readonly days?: (typeof RANGES)[number] | undefined;
}

/** What the address of the insights says. */
export function insightsSearch(search: Record<string, unknown>): InsightsSearch {
  return { days: oneOf(search.days, RANGES) };
}
