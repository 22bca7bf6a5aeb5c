import { expect, it } from "vitest";
import { excerpt } from "./excerpt.ts";

it.each([
  ["short", 5, "short"],
  ["longer", 5, "long…"],
  ["a😀b", 3, "a…"],
  ["a😀b", 4, "a😀b"],
  ["text", 0, "…"],
])("of %j with %i characters is %j", (text, length, expected) => {
  expect(excerpt(text, length)).toBe(expected);
});
