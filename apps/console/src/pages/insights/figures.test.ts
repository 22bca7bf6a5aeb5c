import { describe, expect, it } from "vitest";
import { daysWithData, durationText, isEnoughForLine, percent } from "./figures.ts";

const rows = (...counts: number[]) => counts.map((count) => ({ values: [0, count] }));

describe("the figures of the insights", () => {
  it("draw a line only through three or more days with data", () => {
    expect(isEnoughForLine(rows(0, 4, 0, 2))).toBe(false);
    expect(isEnoughForLine(rows(1, 0, 4, 0, 2))).toBe(true);
    expect(daysWithData(rows())).toBe(0);
  });

  it("round shares to whole percents, but never to 0 or 100", () => {
    expect([0, 0.001, 0.714, 0.999, 1].map(percent)).toEqual([
      "0 %",
      "under 1 %",
      "71 %",
      "over 99 %",
      "100 %",
    ]);
  });

  it("give durations in their two largest units", () => {
    expect([0, 300, 59_400, 60_000, 7_530_000, 86_400_000, 90_060_000].map(durationText)).toEqual([
      "0 s",
      "under 1 s",
      "59 s",
      "1 min",
      "2 h 5 min",
      "1 d",
      "1 d 1 h",
    ]);
  });
});
