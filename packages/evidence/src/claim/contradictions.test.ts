import { describe, expect, it } from "vitest";
import { findContradictions } from "./contradictions.ts";

function pairs(...statements: string[]) {
  const claims = statements.map((statement, index) => ({ id: `c${index + 1}`, statement }));
  return findContradictions(claims).map(({ claimId, otherId }) => `${claimId}-${otherId}`);
}

describe("claims contradict each other", () => {
  it.each([
    ["Sales rose by 12 % in 2024.", "Sales rose by 21 % in 2024."],
    ["The glaciers lost 12 % of their volume.", "Glaciers lost 30 % of their volume."],
    ["Der Umsatz stieg um 12 %.", "Der Umsatz stieg um 15 %."],
  ])("when they give other figures for the same: %s", (one, other) => {
    expect(pairs(one, other)).toEqual(["c1-c2"]);
  });

  it.each([
    ["Sales rose by 12 % in 2024.", "Sales rose by 21 % in 2023."],
    ["Station 1 measured 31 mm of rain.", "Station 2 measured 32 mm of rain."],
    ["Group A had 120 patients.", "Group B had 130 patients."],
    ["Sales rose by 12 %.", "Costs rose by 13 %."],
    ["Sales rose by about 12 %.", "Sales rose by 12 %."],
    ["It cost $12.", "It cost €13."],
  ])("but not when they speak of something else: %s", (one, other) => {
    expect(pairs(one, other)).toEqual([]);
  });
});
