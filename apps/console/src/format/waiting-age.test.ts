import { expect, it } from "vitest";
import { waitingAge } from "./waiting-age.ts";

const SINCE = new Date("2026-03-01T12:00:00Z");

it.each([
  [0, null],
  [23.9, null],
  [24, "late"],
  [71.9, "late"],
  [72, "overdue"],
  [1_000, "overdue"],
  [-5, null],
])("after %d hours is %s", (hours, age) => {
  const now = new Date(SINCE.getTime() + hours * 3_600_000);
  expect(waitingAge(SINCE, now)?.age ?? null).toBe(age);
});
