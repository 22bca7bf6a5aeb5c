import { expect, it } from "vitest";
import { sampleClaims } from "./sample-claims.ts";

const claim = (number: number, risk: number, isKey = false) => ({
  id: `clm_${number}`,
  isKey,
  risk,
});
const many = (count: number, risk: number, from = 0) =>
  Array.from({ length: count }, (_, index) => claim(from + index, risk));

it("has every key claim, the risks first, and ten others", () => {
  const claims = [claim(900, 7, true), claim(901, 0, true), ...many(50, 4)];
  const sample = sampleClaims("plan_a", claims);
  expect(sample.slice(0, 2)).toEqual(["clm_901", "clm_900"]);
  expect(sample).toHaveLength(12);
  expect(new Set(sample).size).toBe(12);
});

it("has all claims of a small plan", () => {
  expect(sampleClaims("plan_a", many(4, 7)).sort()).toEqual(["clm_0", "clm_1", "clm_2", "clm_3"]);
  expect(sampleClaims("plan_a", [])).toEqual([]);
});

it("is the same for the same plan, in whatever order its claims come, and another for another plan", () => {
  const claims = many(60, 3);
  expect(sampleClaims("plan_a", claims.toReversed())).toEqual(sampleClaims("plan_a", claims));
  expect(sampleClaims("plan_b", claims)).not.toEqual(sampleClaims("plan_a", claims));
});

it("draws claims at risk more often, and the others too", () => {
  let risky = 0;
  let safe = 0;
  for (let plan = 0; plan < 200; plan++) {
    const sample = sampleClaims(`plan_${plan}`, [...many(30, 0), ...many(30, 7, 100)]);
    risky += sample.filter((id) => Number(id.slice(4)) < 100).length;
    safe += sample.filter((id) => Number(id.slice(4)) >= 100).length;
  }
  expect(safe).toBeGreaterThan(0);
  expect(risky).toBeGreaterThan(4 * safe);
});
