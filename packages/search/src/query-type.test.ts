import { expect, it } from "vitest";
import { queryTypeOf } from "./query-type.ts";

it.each([
  ["supersonic flow", "keyword"],
  [" one  two\nthree ", "keyword"],
  ["?!", "keyword"],
  ["one two three four", "balanced"],
  ["one two three four five six", "balanced"],
  ["what is known about heat in supersonic flow", "semantic"],
])("takes %j for %s", (query, type) => {
  expect(queryTypeOf(query)).toBe(type);
});
