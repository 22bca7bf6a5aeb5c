import { expect, it } from "vitest";
import { markedParts } from "./marked-parts.ts";

const shown = (snippet: string) =>
  markedParts(snippet).map(({ text, isMarked }) => (isMarked ? `<${text}>` : text));

it("separates matches from the rest", () => {
  expect(shown("the **heat** pump's **heat**")).toEqual(["the ", "<heat>", " pump's ", "<heat>"]);
  expect(shown("**one****two**")).toEqual(["<one>", "<two>"]);
  expect(shown("plain")).toEqual(["plain"]);
  expect(shown("")).toEqual([]);
});

it("keeps asterisks that mark no match", () => {
  expect(shown("2 ** 3 ** 4")).toEqual(["2 ** 3 ** 4"]);
  expect(shown("an end **")).toEqual(["an end **"]);
});
