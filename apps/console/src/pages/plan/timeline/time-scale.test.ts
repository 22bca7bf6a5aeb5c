import { expect, it } from "vitest";
import { timeScale } from "./time-scale.ts";

it("has no axis without intervals", () => {
  expect(timeScale([])).toBeNull();
});

it("is linear during activity", () => {
  const scale = timeScale([
    { from: 50, to: 100 },
    { from: 0, to: 60 },
  ]);
  expect([0, 25, 100].map((moment) => scale?.shareAt(moment))).toEqual([0, 0.25, 1]);
  expect(scale?.pauses).toEqual([]);
});

it("keeps short pauses", () => {
  const scale = timeScale([
    { from: 0, to: 40 },
    { from: 50, to: 100 },
  ]);
  expect(scale?.shareAt(45)).toBeCloseTo(0.45);
});

it("shortens long pauses and keeps their durations", () => {
  const scale = timeScale([
    { from: 0, to: 50 },
    { from: 100_050, to: 100_100 },
  ]);
  expect(scale?.shareAt(50)).toBeCloseTo(50 / 105);
  expect(scale?.shareAt(100_050)).toBeCloseTo(55 / 105);
  expect(scale?.pauses).toEqual([{ share: expect.closeTo(0.5), durationMs: 100_000 }]);
});

it("handles intervals without duration, and moments outside of the axis", () => {
  const scale = timeScale([{ from: 5, to: 5 }]);
  expect([4, 5, 6].map((moment) => scale?.shareAt(moment))).toEqual([0, 0, 1]);
});
