import { expect, it } from "vitest";
import { DATE_FILTERS, momentsOf } from "./date-range.ts";

const NOW = new Date(2026, 2, 15, 13, 30);
const day = (year: number, month: number, date: number) =>
  new Date(year, month - 1, date).toISOString();

it.each([
  [{}, {}],
  [{ period: "7d" }, { createdAfter: day(2026, 3, 9) }],
  [{ period: "this_month" }, { createdAfter: day(2026, 3, 1) }],
  [{ period: "last_month" }, { createdAfter: day(2026, 2, 1), createdBefore: day(2026, 3, 1) }],
  [
    { from: "2026-01-31", to: "2026-01-31" },
    { createdAfter: day(2026, 1, 31), createdBefore: day(2026, 2, 1) },
  ],
  [{ to: "2025-12-31" }, { createdBefore: day(2026, 1, 1) }],
] as const)("%j goes from midnight to midnight", (range, moments) => {
  expect(momentsOf(range, NOW)).toEqual(moments);
});

it("begins last month in the year before, if need be", () => {
  expect(momentsOf({ period: "last_month" }, new Date(2026, 0, 3)).createdAfter).toBe(
    day(2025, 12, 1),
  );
});

it.each(["2026-02-30", "2026-1-1", "0001-01-01", "<b>", "", null, 5])("takes no %j", (value) => {
  expect(DATE_FILTERS.from(value)).toBeUndefined();
});
