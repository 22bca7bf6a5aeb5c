import { describe, expect, it } from "vitest";
import { relativeTime, shortTime } from "./relative-time.ts";

const NOW = new Date("2026-05-01T12:00:00Z");

describe("a relative time", () => {
  it.each([
    ["2026-05-01T12:00:00Z", "just now"],
    ["2026-05-01T11:59:01Z", "just now"],
    ["2026-05-01T11:59:00Z", "1 minute ago"],
    ["2026-05-01T11:00:01Z", "59 minutes ago"],
    ["2026-05-01T11:00:00Z", "1 hour ago"],
    ["2026-04-30T12:00:00Z", "yesterday"],
    ["2026-03-01T12:00:00Z", "2 months ago"],
    ["2024-05-01T12:00:00Z", "2 years ago"],
    ["2026-05-01T14:00:00Z", "in 2 hours"],
  ])("of %s is %s", (at, words) => {
    expect(relativeTime(new Date(at), NOW)).toBe(words);
  });
});

it.each([
  [30_000, "now"],
  [125_000, "2 min"],
  [3 * 3_600_000, "3 hr"],
  [24 * 3_600_000, "1 day"],
  [70 * 86_400_000, "2 mths"],
])("says in short that %i ms have passed", (ms, words) => {
  expect(shortTime(new Date(NOW.getTime() - ms), NOW)).toBe(words);
});
