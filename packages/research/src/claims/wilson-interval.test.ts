import { expect, it } from "vitest";
import { wilsonInterval } from "./wilson-interval.ts";

// From published tables (Newcombe 1998, Statistics in Medicine 17, table I).
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("%i of %i gives the interval of the tables", (hits, seen, low, high) => {
  const interval = wilsonInterval(hits, seen);
  expect(interval?.low).toBeCloseTo(low, 4);
  expect(interval?.high).toBeCloseTo(high, 4);
});

it("says nothing when nothing was looked at", () => {
  expect(wilsonInterval(0, 0)).toBeNull();
});

it("stays between none and all", () => {
  expect(wilsonInterval(3, 3)?.high).toBe(1);
  expect(wilsonInterval(0, 3)?.low).toBe(0);
});
