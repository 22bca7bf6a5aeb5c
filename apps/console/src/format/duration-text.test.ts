import { expect, it } from "vitest";
import { counted, durationText } from "./duration-text.ts";

it.each([
  [0, "0 ms"],
  [999.4, "999 ms"],
  [1_000, "1 second"],
  [59_999, "59 seconds"],
  [60_000, "1 minute"],
  [250_000, "4 minutes 10 seconds"],
  [7_500_000, "2 hours 5 minutes"],
  [3 * 86_400_000 + 1, "3 days"],
])("formats %i milliseconds as %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

it("pluralizes", () => {
  expect([counted(1, "step"), counted(0, "step")]).toEqual(["1 step", "0 steps"]);
});
