import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import { checkQuote } from "./check-quote.ts";
import { isStanding } from "./quote-check.ts";

describe("a quote after a denial", () => {
  const source = prepareText(
    "The company denies the leak and says that the tanks were emptied on time. The company denies that the valve was closed by hand.",
  );

  it("is not what was denied when something else is said instead", () => {
    expect(checkQuote(source, "the tanks were emptied on time")).toSatisfy(isStanding);
  });

  it("is what was denied otherwise", () => {
    expect(checkQuote(source, "the valve was closed by hand")).not.toSatisfy(isStanding);
  });
});
