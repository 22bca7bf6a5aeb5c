import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import { checkQuote, MAX_QUOTE_CHARACTERS } from "./check-quote.ts";

const TEXT =
  "The committee met in March. Critics say the plan was too expensive. The bridge, which was opened in 1932, carries 40,000 cars a day. It does not carry trains. Sales may rise if taxes fall.";
const source = prepareText(TEXT);

describe("checkQuote", () => {
  it("finds the same characters and says where", () => {
    const check = checkQuote(source, "The committee met in March");
    expect(check).toMatchObject({ verdict: "exact", start: 0, end: 26 });
  });

  it("points at the original when the quote is written in another way", () => {
    const check = checkQuote(source, "carries 40 000 cars a day");
    expect(check.verdict).toBe("normalised");
    expect(TEXT.slice(check.start, check.end)).toBe("carries 40,000 cars a day");
  });

  it("calls a typing slip fuzzy", () => {
    expect(checkQuote(source, "the plan was too expennsive. The bridge").verdict).toBe("fuzzy");
  });

  it("names what differs and shows the passage", () => {
    const check = checkQuote(source, "carries 90,000 cars a day. It does not carry trains");
    expect(check.verdict).toBe("altered");
    expect(check.differs).toEqual([{ source: "40,000", quote: "90,000" }]);
    expect(check.closest?.text).toBe("carries 40,000 cars a day. It does not carry trains");
  });

  it("calls a sentence from elsewhere absent", () => {
    const check = checkQuote(source, "Parliament rejected the budget for schools and hospitals");
    expect(check.verdict).toBe("absent");
    expect(check.start).toBeUndefined();
  });

  it("calls a word or two short", () => {
    expect(checkQuote(source, "in March").verdict).toBe("short");
    expect(checkQuote(source, " … ").verdict).toBe("short");
  });

  it("leaves a quote unchecked that is longer than anybody quotes", () => {
    expect(checkQuote(source, "a ".repeat(MAX_QUOTE_CHARACTERS)).verdict).toBe("unchecked");
  });

  it("shows what an ellipsis leaves out", () => {
    const check = checkQuote(source, "The bridge […] carries 40,000 cars a day.");
    expect(check.verdict).toBe("normalised");
    expect(check.elided?.map(({ text }) => text)).toEqual(["which was opened in 1932"]);
  });

  it("refuses an ellipsis that hides a negation, and names it", () => {
    const check = checkQuote(source, "It does … carry trains");
    expect(check.verdict).toBe("altered");
    expect(check.elided?.[0]?.hides).toBe("negation: not");
  });

  it("refuses an ellipsis that hides a hedge or joins two sentences", () => {
    expect(checkQuote(source, "Sales … rise if taxes fall").verdict).toBe("altered");
    expect(checkQuote(source, "The bridge … does not carry trains").verdict).toBe("altered");
  });

  it("warns where the speaker is cut off, and refuses a quote that poses as the source's own words", () => {
    const fragment = checkQuote(source, "the plan was too expensive");
    expect(fragment).toMatchObject({ verdict: "exact", cutOff: "Critics say" });
    expect(checkQuote(source, "The plan was too expensive.").verdict).toBe("altered");
    expect(checkQuote(source, "… the plan was too expensive").verdict).toBe("altered");
  });

  it("refuses a statement without its condition", () => {
    expect(checkQuote(source, "Sales may rise.")).toMatchObject({
      verdict: "altered",
      cutOff: "if taxes fall",
    });
  });

  it("accepts a place without a speaker when the same words also stand after one", () => {
    const twice = prepareText(`${TEXT} Everybody agreed in the end. The plan was too expensive.`);
    expect(checkQuote(twice, "The plan was too expensive.").verdict).toBe("exact");
  });

  it("says when a language has no word lists, and forgives no slips there", () => {
    const dutch = prepareText(
      "De brug werd in 1932 geopend en draagt elke dag veertigduizend auto's over het water.",
    );
    const check = checkQuote(
      dutch,
      "De brug werd in 1932 geopend en draagt elke dag veertigduizennd auto's",
    );
    expect(check).toMatchObject({ verdict: "altered", isJudgedFuzzily: false });
    expect(check.languageNote).toContain("no word lists");
  });

  it("takes time that depends on the quote, not on how wrong it is", () => {
    const long = prepareText(`${TEXT} `.repeat(2_000));
    const check = checkQuote(
      long,
      "the bridge never carried anything but the wind and ".repeat(38),
    );
    expect(["absent", "altered"]).toContain(check.verdict);
  });
});
