import { describe, expect, it } from "vitest";
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
