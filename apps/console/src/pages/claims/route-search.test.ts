import { expect, it } from "vitest";
import { claimFilters, claimsSearch } from "./route-search.ts";

it("reads filters and the chosen claim from the URL, and drops what is unknown", () => {
  const search = claimsSearch({
    status: "weak",
    isKey: "true",
    isUnaudited: "perhaps",
    claim: "clm_1",
    sort: "x",
  });
  expect(search).toEqual({
    status: "weak",
    isKey: true,
    isUnaudited: undefined,
    planId: undefined,
    sourceId: undefined,
    claim: "clm_1",
  });
  expect(claimFilters.isAnySet(search)).toBe(true);
  expect(claimFilters.isAnySet(claimsSearch({ claim: "clm_1", status: "nonsense" }))).toBe(false);
});
