import { describe, expect, it } from "vitest";
import { snoozeTimes } from "./snooze-times.ts";

describe("the times to snooze until", () => {
  it.each([
    ["a Wednesday evening", new Date(2026, 10, 18, 23, 59), [19, 21, 23]],
    ["a Monday", new Date(2026, 10, 16, 0, 1), [17, 19, 23]],
    ["a Sunday", new Date(2026, 10, 22, 12), [23, 25, 23]],
  ])("are mornings ahead of %s", (_when, now, days) => {
    const times = snoozeTimes(now).map(({ until }) => until);
    expect(times.map((until) => until.getDate())).toEqual(days);
    expect(times.every((until) => until.getHours() === 8 && until > now)).toBe(true);
  });

  it("go on into the next month", () => {
    const [tomorrow] = snoozeTimes(new Date(2026, 11, 31, 9));
    expect(tomorrow?.until).toEqual(new Date(2027, 0, 1, 8));
  });
});
