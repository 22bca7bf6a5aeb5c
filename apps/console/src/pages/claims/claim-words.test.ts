import { expect, it } from "vitest";
import { claimBeside, summaryInWords } from "./claim-words.ts";

const SUMMARY = { total: 31, seen: 12, wrong: 1, unsure: 0, medianSeconds: {} };

it("says how much was seen and what to expect of the rest", () => {
  const expected = { low: 0.0149, high: 0.3539 };
  expect(summaryInWords({ ...SUMMARY, expected })).toBe(
    "12 of 31 seen, 1 wrong; expect 1–35 % wrong among the rest",
  );
  expect(summaryInWords({ ...SUMMARY, wrong: 0, expected: { low: 0, high: 0.243 } })).toBe(
    "12 of 31 seen, none wrong; expect 0–24 % wrong among the rest",
  );
});

it("promises nothing when nothing was seen, and nothing of a rest that is not there", () => {
  expect(summaryInWords({ ...SUMMARY, seen: 0, wrong: 0, expected: null })).toBe(
    "None of 31 seen by a person yet",
  );
  expect(summaryInWords({ ...SUMMARY, seen: 31, expected: { low: 0, high: 0.1 } })).toBe(
    "31 of 31 seen, 1 wrong",
  );
});

it("moves from claim to claim, and not beyond the last", () => {
  const claims = [{ id: "a" }, { id: "b" }];
  expect(claimBeside(claims, undefined, 1)?.id).toBe("a");
  expect(claimBeside(claims, "gone", -1)?.id).toBe("b");
  expect(claimBeside(claims, "a", 1)?.id).toBe("b");
  expect(claimBeside(claims, "b", 1)).toBeUndefined();
});
