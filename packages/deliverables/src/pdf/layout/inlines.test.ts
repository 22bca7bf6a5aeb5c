import { describe, expect, it } from "vitest";
import type { Inline } from "../../blocks.ts";
import { divisible, headingInlines, pdfInlines, type Writing } from "./inlines.ts";

const writing = (): Writing => ({
  sources: new Set([1, 2]),
  claims: new Set([7]),
  cited: new Set(),
  headingCitations: [],
});
const text = (words: string): Inline => ({ kind: "text", text: words });
const cite = (number: number): Inline => ({ kind: "citation", number });

describe("citations", () => {
  it("stand together behind the mark that ends their clause, each number once", () => {
    const inlines = [text("Prices fell"), cite(1), cite(2), cite(1), text(". They rose")];
    expect(pdfInlines(inlines, writing())).toEqual([
      "Prices fell.",
      {
        k: [
          { n: 1, a: "cite-1" },
          { n: 2, a: "cite-2" },
        ],
      },
      " They rose",
    ]);
  });

  it("name the place that the list leads back to only once", () => {
    const place = writing();
    pdfInlines([cite(1)], place);
    expect(pdfInlines([cite(1), cite(9)], place)).toEqual([{ k: [{ n: 1 }, { n: 9 }] }]);
  });

  it("of a heading stand beside it, so that contents have its words alone", () => {
    const place = writing();
    expect(headingInlines([text("Costs"), cite(2)], place)).toEqual({ v: ["Costs"], cites: 0 });
    expect(place.headingCitations).toEqual([[{ k: [{ n: 2, a: "cite-2" }] }]]);
    expect(headingInlines([text("Costs")], place)).toEqual({ v: ["Costs"] });
  });

  it("never begin a line", () => {
    const held = (words: string) => pdfInlines([text(words), cite(1)], writing());
    expect(held("And why?")).toEqual(["And ", { g: ["why?", { k: [{ n: 1, a: "cite-1" }] }] }]);
    expect(held("回収できます。")).toEqual(["回収できま", { g: ["す。", expect.anything()] }]);
    expect(held("They fell.")).toEqual(["They fell.", expect.anything()]);
  });

  it("are marked where a claim is in doubt, linked where the appendix has it", () => {
    const claim = (number: number): Inline => ({ kind: "claim", number, isDoubtful: true });
    expect(pdfInlines([claim(7), claim(8)], writing())).toEqual([{ q: 7 }, { q: null }]);
  });
});

describe("words", () => {
  it("that are longer than a line can be divided", () => {
    const word = "unbreakable".repeat(60);
    expect(divisible(word).replaceAll("\u200b", "")).toBe(word);
    expect(
      divisible(word)
        .split("\u200b")
        .every((part) => part.length <= 60),
    ).toBe(true);
    expect(divisible("a plain sentence")).toBe("a plain sentence");
  });

  it("keep a number with its percent sign", () => {
    expect(divisible("61 % of it")).toBe("61\u202f% of it");
  });
});
