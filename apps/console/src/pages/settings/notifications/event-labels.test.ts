import { expect, it } from "vitest";
import { minuteOfDay, timeOfDay } from "./event-labels.ts";

it.each([
  ["00:00", 0],
  ["07:05", 425],
  ["23:59", 1439],
])("reads and writes %s", (time, minute) => {
  expect(minuteOfDay(time)).toBe(minute);
  expect(timeOfDay(minute)).toBe(time);
});

it.each(["", "7:05", "24:00", "ab:cd"])("refuses %j", (time) => {
  expect(minuteOfDay(time)).toBeNull();
});
