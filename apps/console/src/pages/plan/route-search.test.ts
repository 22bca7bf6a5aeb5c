import { expect, it } from "vitest";
import { planSearch } from "./route-search.ts";

it.each([
  ["plan", { tab: "timeline" }],
  ["claims", { tab: "evidence" }],
  ["reports", { tab: "result" }],
  ["activity", { tab: "log", kind: "events" }],
  ["calls", { tab: "log", kind: "calls" }],
  ["log", { tab: "log" }],
  ["constructor", {}],
])("reads the tab %s, also of links of older versions", (tab, read) => {
  const { tab: shown, kind } = planSearch({ tab });
  expect({ tab: shown, kind }).toEqual({ tab: undefined, kind: undefined, ...read });
});

it("ignores what cannot be", () => {
  const read = planSearch({ event: "x", source: "-1", only: "all", kind: "runs", sample: "yes" });
  expect(Object.values(read).filter((value) => value !== undefined)).toEqual([]);
});
