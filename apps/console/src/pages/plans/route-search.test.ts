import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { planFilters, plansInput, plansSearch, sortedBy, sortingOf } from "./route-search.ts";

it("takes the known values from the URL, and always has every key", () => {
  expect(
    plansSearch({ text: "heat", status: "failed,none", mode: "wide", page: "2" }),
  ).toStrictEqual({
    text: "heat",
    status: ["failed"],
    mode: undefined,
    whose: undefined,
    tag: undefined,
    state: undefined,
    period: undefined,
    from: undefined,
    to: undefined,
    sort: undefined,
    reversed: undefined,
  });
});

it.each([
  ["executing", ["working", "waiting_for_assistant"]],
  ["planning,awaiting_review", ["working", "waiting_for_person", "waiting_for_assistant"]],
  ["stalled,completed", ["stalled", "completed"]],
  ["waiting_for_assistant", ["waiting_for_assistant"]],
  ["__proto__,constructor", undefined],
])("reads the status %s, of this version or an older one", (status, words) => {
  expect(plansSearch({ status }).status).toEqual(words);
});

it("does not take the sort for a filter", () => {
  expect(planFilters.isAnySet(plansSearch({ sort: "created" }))).toBe(false);
  expect(planFilters.isAnySet(plansSearch({ mode: "scan", sort: "created" }))).toBe(true);
});

it.each(Object.keys(planFilters.noneSet))("docs/console.md names the filter %s", (name) => {
  const guide = readFileSync(new URL("../../../../../docs/console.md", import.meta.url), "utf8");
  expect(guide).toMatch(new RegExp(`^\\| Plans .*filters by .*\\b${name}\\b`, "m"));
});

it("sorts by a column, and the other way round when it is chosen again", () => {
  const byName = sortedBy("name", plansSearch({}));
  expect(sortingOf(byName)).toEqual({ by: "name", direction: "ascending" });
  const reversed = { ...byName, ...sortedBy("name", byName) };
  expect(sortingOf(reversed)).toEqual({ by: "name", direction: "descending" });
  expect(sortedBy("updated", reversed)).toEqual({ sort: undefined, reversed: undefined });
  expect(plansInput(reversed, new Date())).toEqual({ sort: "name", isReversed: true });
});
