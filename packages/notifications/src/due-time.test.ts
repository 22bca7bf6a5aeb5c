import { expect, it } from "vitest";
import { dueTime } from "./due-time.ts";

const QUIET = { from: 22 * 60, to: 7 * 60 };
const BERLIN = { timeZone: "Europe/Berlin", quietHours: QUIET, digestHour: 8 };

it.each([
  ["in the day at once", "2026-01-15T12:34:56Z", "2026-01-15T12:34:56Z"],
  ["before midnight when the quiet hours end", "2026-01-15T22:30:10Z", "2026-01-16T06:00:00Z"],
  ["after midnight too", "2026-01-16T02:00:00Z", "2026-01-16T06:00:00Z"],
  ["at their end at once", "2026-01-16T06:00:00Z", "2026-01-16T06:00:00Z"],
  ["over the change of clocks in spring", "2026-03-28T22:30:00Z", "2026-03-29T05:00:00Z"],
  ["over the change of clocks in autumn", "2026-10-24T21:30:00Z", "2026-10-25T06:00:00Z"],
])("tells %s", (_, now, due) => {
  expect(dueTime(new Date(now), "now", BERLIN)).toEqual(new Date(due));
});

it("waits for the next hour of the digest, today or tomorrow", () => {
  const digest = (now: string) => dueTime(new Date(now), "digest", BERLIN);
  expect(digest("2026-01-15T06:59:00Z")).toEqual(new Date("2026-01-15T07:00:00Z"));
  expect(digest("2026-01-15T07:00:00Z")).toEqual(new Date("2026-01-16T07:00:00Z"));
});

it("sends no digest in quiet hours", () => {
  const early = { ...BERLIN, digestHour: 5 };
  const due = dueTime(new Date("2026-01-15T12:00:00Z"), "digest", early);
  expect(due).toEqual(new Date("2026-01-16T06:00:00Z"));
});

it("knows zones with half hours, and hours that are none", () => {
  const india = { ...BERLIN, timeZone: "Asia/Kolkata" };
  expect(dueTime(new Date("2026-01-15T20:00:00Z"), "now", india)).toEqual(
    new Date("2026-01-16T01:30:00Z"),
  );
  const none = { ...BERLIN, quietHours: { from: 60, to: 60 } };
  const now = new Date("2026-01-15T00:00:00Z");
  expect(dueTime(now, "now", none)).toBe(now);
});
