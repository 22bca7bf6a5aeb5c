import { expect, it } from "vitest";
import { wholeQuotes } from "./whole-quotes.ts";

it("keeps quotes whole, and leaves out those that do not fit any more", () => {
  const rows = ["four", null, "seven..", "and"].map((quote) => ({ quote }));
  expect(wholeQuotes(rows, 8)).toEqual([
    { quote: "four", isQuoteOmitted: false },
    { quote: null, isQuoteOmitted: false },
    { quote: null, isQuoteOmitted: true },
    { quote: "and", isQuoteOmitted: false },
  ]);
});
