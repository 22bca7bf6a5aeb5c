import { describe, expect, it } from "vitest";
import { splitCitations, withoutCitations } from "./citation-markers.ts";

const source = (ref: string, quote: number | null = null) => ({ kind: "source", ref, quote });
const claim = (ref: string) => ({ kind: "claim", ref });

describe("citation markers", () => {
  it.each([
    ["[src:7]", [[source("7")]]],
    ["[src:7#q2]", [[source("7", 2)]]],
    ["[src: 7, 9; clm:c3]", [[source("7"), source("9"), claim("3")]]],
    ["[[clm:7]]", [[claim("7")]]],
    ["[^src:src_a1]", [[source("src_a1")]]],
    ["[own]", [[{ kind: "own" }]]],
    ["[src:, ,]", [[]]],
    ["a [own] b", ["a ", [{ kind: "own" }], " b"]],
    ["[srcs:7] [src:7", ["[srcs:7] [src:7"]],
  ])("are found in %s", (text, parts) => {
    expect(splitCitations(text)).toEqual(parts);
  });

  it("are left out of a plain text", () => {
    expect(withoutCitations("One [src:1] and two.[clm:2][own]")).toBe("One  and two.");
  });
});
