import { expect, it } from "vitest";
import { isFiltered, librarySearch } from "./route-search.ts";

it("takes the known values from the URL, and always has every key", () => {
  expect(librarySearch({ query: " heat ", type: "finding", table: "__proto__" })).toEqual({
    query: "heat",
    type: "finding",
    medium: undefined,
    table: undefined,
  });
  expect(librarySearch({ query: "  ", medium: "word" })).toMatchObject({
    query: undefined,
    medium: "word",
  });
});

it("counts only filters that have an effect", () => {
  expect(isFiltered({ medium: "word", table: "research_output" })).toBe(false);
  expect(isFiltered({ type: "note" })).toBe(true);
  expect(isFiltered({ query: "x", medium: "word" })).toBe(true);
  expect(isFiltered({ query: "x" })).toBe(false);
});
