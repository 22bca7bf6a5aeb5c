import { expect, it } from "vitest";
import { type Limited, limitsInWords } from "./limits.ts";

const given = (more: Partial<Limited> = {}): Limited => ({
  plan: { outcome: { completed: 3, skipped: 0, failed: 0 } },
  reviews: [{ decision: "approve", decidedVia: "console" }],
  isClosedEarly: false,
  isComposed: false,
  counts: { claims: { supported: 4 }, findingsWithoutSource: 0, unreadSources: 0 },
  ...more,
});

it("has nothing to say about a plan where all went well", () => {
  expect(limitsInWords(given())).toEqual([]);
});

it("says what the result does not rest on", () => {
  const sentences = limitsInWords(
    given({
      plan: { outcome: { completed: 3, skipped: 2, failed: 1 } },
      reviews: [
        { decision: "approve", decidedVia: "relayed" },
        { decision: null, decidedVia: null },
      ],
      isComposed: true,
      counts: {
        claims: { unchecked: 1, unsupported: 2 },
        findingsWithoutSource: 1,
        unreadSources: 3,
      },
    }),
  );
  expect(sentences).toEqual([
    "No assistant wrote this report; Trovella composed it from what was stored.",
    "1 step failed.",
    "2 steps were skipped.",
    "1 finding names no source.",
    "3 sources could not be read by Trovella.",
    "2 claims were not found in their sources.",
    "1 claim could not be checked.",
    "1 review was decided without proof that a person decided.",
  ]);
});
