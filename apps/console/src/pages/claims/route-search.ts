import { CLAIM_STATUSES } from "@trovella/evidence/claim";
import type { FilterName } from "../../api/api.ts";
import { defineFilters, type FilterValues } from "../../url/list-filters.ts";
import { oneOf, textOf } from "../../url/search-params.ts";

const FILTERS = {
  status: (value: unknown) => oneOf(value, CLAIM_STATUSES),
  isKey: isTrue,
  isUnaudited: isTrue,
  planId: (value: unknown) => textOf(value),
  sourceId: (value: unknown) => textOf(value),
} satisfies Record<FilterName<"claims">, unknown>;
export const claimFilters = defineFilters(FILTERS);

export interface ClaimsSearch extends FilterValues<typeof FILTERS> {
  /** The id of the chosen claim. */
  readonly claim?: string | undefined;
}

export function claimsSearch(search: Record<string, unknown>): ClaimsSearch {
  return { ...claimFilters.valuesOf(search), claim: textOf(search.claim) };
}

function isTrue(value: unknown): true | undefined {
  return String(value) === "true" ? true : undefined;
}
