import { DECIDED_VIA } from "@trovella/plan-engine";
import { expect, it } from "vitest";
import { deciderInWords, isProven, proofInWords } from "./decision-channel.ts";

it("says who decided where, and does not say that a person did when a program says so", () => {
  expect(DECIDED_VIA.map((via) => deciderInWords("Ada", via))).toEqual([
    "by Ada in the console",
    "by Ada in the chat",
    "by Ada in the assistant",
    "by a program acting for Ada",
    "for Ada, relayed by the assistant",
  ]);
  expect(deciderInWords("Ada", null)).toBe("by Ada");
});

it("ranks the proof that a person decided", () => {
  expect(proofInWords("console")).toBe(
    "Proof level 1 of 5 (strongest): a person decided in a browser",
  );
  expect(proofInWords("relayed")).toBe(
    "Proof level 5 of 5 (weakest): no evidence that a person decided",
  );
  expect(DECIDED_VIA.filter(isProven)).toEqual(["console", "app", "elicitation"]);
});
