import { expect, it } from "vitest";
import { defineFilters } from "./list-filters.ts";
import { oneOf, textOf } from "./search-params.ts";

const filters = defineFilters({
  text: (value) => textOf(value),
  mode: (value) => oneOf(value, ["scan", "deep"]),
});

it("reads the filters from the URL, and always has every key", () => {
  expect(filters.valuesOf({ text: "heat", mode: "nonsense", sort: "created" })).toStrictEqual({
    text: "heat",
    mode: undefined,
  });
  expect(filters.noneSet).toStrictEqual({ text: undefined, mode: undefined });
});

it("knows whether any filter is set", () => {
  expect(filters.isAnySet({ text: undefined, mode: "scan" })).toBe(true);
  expect(filters.isAnySet(filters.noneSet)).toBe(false);
});
