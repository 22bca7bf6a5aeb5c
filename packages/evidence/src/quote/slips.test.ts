import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import { checkQuote } from "./check-quote.ts";
import { isStanding } from "./quote-check.ts";
import { isOneSlip } from "./slips.ts";

describe("a slip of the keys", () => {
  it.each([
    ["government", "goverment"],
    ["committee", "comittee"],
    ["received", "recieved"],
    ["separate", "seperate"],
  ])("turns %s into %s", (source, quote) => {
    expect(isOneSlip(source, quote)).toBe(true);
  });

  it.each([
    ["not", "now"],
    ["kein", "ein"],
    ["increases", "increased"],
    ["possible", "impossible"],
    ["typical", "atypical"],
    ["country", "countries"],
  ])("does not turn %s into %s", (source, quote) => {
    expect(isOneSlip(source, quote)).toBe(false);
  });
});

const ENGLISH =
  "Teachers in Halden received the accommodation allowance in November. Bergström denied that the close friends of the mayor had paid for it.";
const GERMAN =
  "Die Gemeinde hat für die große Turnhalle überall Lampen bestellt, und der Verein zahlt mit.";
const RUSSIAN =
  "Строители закончили мост раньше срока. Крестов получил награду от города за работу.";

describe("a slip in a quote", () => {
  it.each([
    [ENGLISH, "Teahcers in Halden received the accommodation allowance"],
    [ENGLISH, "Teachers in Halden received the accommodation allowance in Novmeber"],
    [ENGLISH, "Teachers in Halden received the accomodattion allowance in November"],
    [ENGLISH, "Teachers in Halclen received tbe accommodation allowance in November"],
    [GERMAN, "Die Gemeinde hat fiir die groBe Turnhalle überall Lampen bestellt"],
    [RUSSIAN, "Строиетли закончили мост раньше срока. Крестов получил награду"],
  ])("is harmless in %#", (text, quote) => {
    expect(checkQuote(prepareText(text), quote)).toMatchObject({ verdict: "fuzzy" });
  });

  it.each([
    [ENGLISH, "Teachers in Hadlen received the accommodation allowance in November"],
    [ENGLISH, "Bergström denied that the dose friends of the mayor had paid for it"],
    [RUSSIAN, "Строители закончили мост раньше срока. Крестом получил награду"],
  ])("is another word in %#", (text, quote) => {
    expect(checkQuote(prepareText(text), quote)).not.toSatisfy(isStanding);
  });
});
