import { expect, it } from "vitest";
import { fitBytes } from "./fit-bytes.ts";

it.each([
  ["", 0, ""],
  ["tea", 3, "tea"],
  ["tea", 2, "te"],
  ["茶茶", 5, "茶"],
  ["🍵🍵", 4, "🍵"],
  ["🍵", 3, ""],
  ['a"b', 3, 'a"'],
  ["a\nb", 2, "a"],
])("of %j at most %i bytes are %j", (text, maxBytes, shown) => {
  expect(fitBytes(text, maxBytes)).toEqual({ text: shown, count: [...shown].length });
});
