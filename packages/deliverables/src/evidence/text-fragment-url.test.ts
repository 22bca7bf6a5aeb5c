import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textFragmentUrl } from "./text-fragment-url.ts";

const PAGE = "https://example.org/a?b=c";
const LONG = "one two three four five six and so on ".repeat(9).trim();

describe("a link to a passage", () => {
  it.each([
    ["a whole passage", { passage: "rose by 12 %" }, "text=rose%20by%2012%20%25"],
    ["a dash and a comma", { passage: "a-b, c" }, "text=a%2Db%2C%20c"],
    ["an ampersand", { passage: "A & B" }, "text=A%20%26%20B"],
    [
      "the words before a short passage",
      { passage: "rose by 12 %", prefix: "In the year 2024 sales " },
      "text=year%202024%20sales-,rose%20by%2012%20%25",
    ],
    [
      "no words of another block before it",
      { passage: "rose by 12 %", prefix: "A heading\nSales " },
      "text=Sales-,rose%20by%2012%20%25",
    ],
    [
      "no word that may be cut off",
      { passage: "rose by 12 %", prefix: "eading of sales " },
      "text=of%20sales-,rose%20by%2012%20%25",
    ],
    [
      "the first and the last words of a long passage",
      { passage: LONG, prefix: "Before it " },
      "text=one%20two%20three%20four%20five%20six,four%20five%20six%20and%20so%20on",
    ],
    [
      "the first and the last words of a passage in two blocks",
      { passage: "Sales rose\n\nby 12 % in all" },
      "text=Sales%20rose,by%2012%20%25%20in%20all",
    ],
  ])("names %s", (_, given, fragment) => {
    expect(textFragmentUrl(PAGE, given)).toBe(`${PAGE}#:~:${fragment}`);
  });

  it("keeps the anchor of the page, and replaces another passage", () => {
    expect(textFragmentUrl(`${PAGE}#part`, { passage: "x y" })).toBe(`${PAGE}#part:~:text=x%20y`);
    expect(textFragmentUrl(`${PAGE}#:~:text=old`, { passage: "x" })).toBe(`${PAGE}#:~:text=x`);
  });

  it("is none where the address must not be linked", () => {
    expect(textFragmentUrl("javascript:alert(1)", { passage: "x" })).toBeNull();
    expect(textFragmentUrl(null, { passage: "x" })).toBeNull();
  });

  it("is the page alone where there is no passage", () => {
    expect(textFragmentUrl(PAGE, { passage: " \n" })).toBe(PAGE);
  });

  it("names a passage without spaces by its ends, so that the link stays short", () => {
    const link = textFragmentUrl(PAGE, { passage: "研究".repeat(200) }) ?? "";
    const [, ends = ""] = link.split("text=");
    expect(ends.split(",").map((end) => decodeURIComponent(end))).toEqual([
      "研究".repeat(10),
      "研究".repeat(10),
    ]);
  });

  it("is a bounded URL with one directive, whatever the passage says", () => {
    const texts = fc.string({ unit: "binary", maxLength: 700 });
    fc.assert(
      fc.property(texts, texts, (passage, prefix) => {
        const link = textFragmentUrl(PAGE, { passage, prefix }) ?? "";
        expect(link.length).toBeLessThanOrEqual(2_000);
        expect(link.startsWith(PAGE)).toBe(true);
        const [, fragment = ""] = link.split("#");
        expect(fragment).toMatch(/^(?::~:text=(?:[^-,&#\s]+-,)?[^-,&#\s]+(?:,[^-,&#\s]+)?)?$/);
      }),
    );
  });
});
