import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import { checkQuote } from "./check-quote.ts";
import { isStanding } from "./quote-check.ts";

describe("a title in brackets for a name", () => {
  const source = prepareText(
    "The chairman, Karl Olsen, opened the meeting. The auditor met Olsen in the hall, and the cook waited outside. Olsen promised to publish the figures in spring.",
  );

  it("stands where the source gives the name that title", () => {
    const quote = "[The chairman] promised to publish the figures in spring.";
    expect(checkQuote(source, quote)).toSatisfy(isStanding);
  });

  it.each(["[The auditor]", "[The cook]"])("is somebody else: %s", (title) => {
    const quote = `${title} promised to publish the figures in spring.`;
    expect(checkQuote(source, quote)).not.toSatisfy(isStanding);
  });
});
