import { describe, expect, it } from "vitest";
import { premiseProblems } from "./premise-problems.ts";

const PREMISES = ["Rents in Selby fell by 12 %.", "Rents in Farrow fell by 30 %."];
const POLICY = { minLevel: 1, minSources: 1, since: null, isStrict: true };

function codes(statement: string, policy = POLICY) {
  const claim = {
    id: "c3",
    statement,
    kind: "inference" as const,
    isKey: false,
    isDisputed: false,
    restsOn: [],
  };
  return premiseProblems({ claim, premises: PREMISES, policy }).map(({ code }) => code);
}

describe("an inference under the strict policy", () => {
  it.each([
    ["Rents in Farrow fell more than rents in Selby.", []],
    ["Rents in Farrow fell by 18 points more than rents in Selby.", []],
    ["Rents in the two towns fell by 21 % on average.", []],
    ["Rents in Farrow fell by 77 %.", ["NUMBER_MISSING"]],
    ["Rents in Zeeburg fell too.", ["NAME_DIFFERS"]],
    ["Parliament postponed reforms of agriculture.", ["COVERAGE_LOW"]],
    ["Rents in Selby did not fall.", ["NEGATION_DIFFERS"]],
  ])("%s", (statement, expected) => {
    expect(codes(statement)).toEqual(expected);
  });

  it("is not compared with its premises otherwise", () => {
    expect(codes("Rents in Zeeburg fell by 77 %.", { ...POLICY, isStrict: false })).toEqual([]);
  });
});
