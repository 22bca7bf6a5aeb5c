import { expect, it } from "vitest";
import { shortDuration } from "./short-duration.ts";

it.each([
  [0, "1s"],
  [56_000, "56s"],
  [240_000, "4m"],
  [6_540_000, "1h 49m"],
  [381_600_000, "4d 10h"],
])("writes %d ms in few letters", (ms, words) => {
  expect(shortDuration(ms)).toBe(words);
});
