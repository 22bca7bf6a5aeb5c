import { expect, it } from "vitest";
import { durationText } from "./duration.ts";

it.each([
  [0, "0 milliseconds"],
  [1, "1 millisecond"],
  [999, "999 milliseconds"],
  [1_000, "1 second"],
  [61_000, "1 minute 1 second"],
  [3_600_000, "1 hour"],
  [7_500_000, "2 hours 5 minutes"],
  [90_061_000, "1 day 1 hour"],
  [-5, "0 milliseconds"],
])("%i ms is %s", (durationMs, text) => {
  expect(durationText(durationMs, "en")).toBe(text);
});
