import { expect, it } from "vitest";
import { matchesWords } from "./word-match.ts";

it.each([
  ["Pause live updates", "live pau", true],
  ["Pause live updates", "ause", false],
  ["Bericht über Prüfungen", "PRUF", true],
  ["Copy link to this page", "", true],
  ["Copy link to this page", "copy links", false],
  ["調査計画", "調査", true],
])("%s, typed %s: %s", (text, typed, isMatch) => {
  expect(matchesWords(text, typed)).toBe(isMatch);
});
