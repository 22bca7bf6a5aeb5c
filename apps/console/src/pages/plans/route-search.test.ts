import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { planFilters, plansSearch } from "./route-search.ts";

it("takes the known values from the URL, and always has every key", () => {
  expect(
    plansSearch({ text: "heat", status: "failed,none", mode: "wide", page: "2" }),
  ).toStrictEqual({ text: "heat", status: ["failed"], mode: undefined, sort: undefined });
});

it("does not take the sort for a filter", () => {
  expect(planFilters.isAnySet(plansSearch({ sort: "created" }))).toBe(false);
  expect(planFilters.isAnySet(plansSearch({ mode: "scan", sort: "created" }))).toBe(true);
});

it.each(Object.keys(planFilters.noneSet))("docs/console.md names the filter %s", (name) => {
  const guide = readFileSync(new URL("../../../../../docs/console.md", import.meta.url), "utf8");
  expect(guide).toMatch(new RegExp(`^\\| Plans .*filters by .*\\b${name}\\b`, "m"));
});
