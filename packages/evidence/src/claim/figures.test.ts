import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import { findContradictions } from "./contradictions.ts";
import { coverageOf, missingFigures } from "./coverage.ts";
import { figuresOf } from "./figures.ts";
import { countIndependent, type Origin } from "./independence.ts";

const english = (text: string) => prepareText(text, { language: "en" });

describe("the figures of a statement", () => {
  it.each([
    ["about 12 million people", "exactly 11,960,000 people live there"],
    ["12.5 percent of them", "12,5 % of them"],
    ["over 500 cars", "it sold 512 cars"],
    ["in 2019", "by the end of 2019"],
    ["$3.2 billion", "3.2bn dollars, or $3.2 billion"],
    ["12 %", "a share of 12.4 %"],
  ])("%s is found in: %s", (statement, passage) => {
    expect(missingFigures(english(statement), [english(passage)])).toEqual([]);
  });

  it.each([
    ["12 percent of them", "21 percent of them"],
    ["12 % more", "12 percentage points more"],
    ["in 2020", "in 2019"],
    ["5 million euros", "5 billion euros"],
    ["150 people", "146 people"],
    ["40 km away", "40 kg of it"],
  ])("%s is missing from: %s", (statement, passage) => {
    expect(missingFigures(english(statement), [english(passage)])).toHaveLength(1);
  });

  it("leaves single digits without a unit alone", () => {
    expect(
      figuresOf(english("The 3 members met on day 2 and spent 5 %.")).map(({ text }) => text),
    ).toEqual(["5"]);
  });
});

describe("coverage", () => {
  it("ignores small words and endings", () => {
    const passage = english("Engineers repaired all the bridges along the river");
    expect(coverageOf(english("The engineer repairs bridge"), [passage])).toBe(1);
    expect(coverageOf(english("Parliament dissolved yesterday"), [passage])).toBe(0);
  });
});

describe("contradictions", () => {
  it("finds two figures for the same thing", () => {
    const found = findContradictions([
      { id: "a", statement: "The bridge carries 40,000 cars a day." },
      { id: "b", statement: "The bridge carries 55,000 cars a day." },
      { id: "c", statement: "The tunnel carries 55,000 cars a day." },
      { id: "d", statement: "The bridge carries 40 thousand cars a day." },
    ]);
    expect(found.map(({ claimId, otherId }) => [claimId, otherId])).toEqual([
      ["a", "b"],
      ["b", "d"],
    ]);
  });

  it("does not compare different years or units", () => {
    const found = findContradictions([
      { id: "a", statement: "Inflation was 3 % in 2019." },
      { id: "b", statement: "Inflation was 8 % in 2022." },
      { id: "c", statement: "The load was 50 kg." },
      { id: "d", statement: "The load was 70 km." },
    ]);
    expect(found).toEqual([]);
  });
});

describe("independent sources", () => {
  it("counts sites, works and texts, not pages", () => {
    const article = english(
      "Engineers measured the concrete of the old bridge every morning before the sun rose over the harbour.",
    );
    const other = english(
      "A quite different report tells how the harbour was dredged by two ships in the spring of that year.",
    );
    expect(
      countIndependent([
        origin("1", "https://a.example.co.uk/x", article),
        origin("2", "https://b.example.co.uk/y", other),
      ]),
    ).toBe(1);
    expect(
      countIndependent([
        origin("1", "https://one.org/", article),
        origin("2", "https://two.org/", other),
      ]),
    ).toBe(2);
    expect(
      countIndependent([
        origin("1", "https://one.org/", article),
        origin("2", "https://two.org/", article),
      ]),
    ).toBe(1);
    const same = { doi: "https://doi.org/10.1000/ABC" };
    expect(
      countIndependent([
        { ...origin("1", "https://one.org/", null), doi: "10.1000/abc" },
        { ...origin("2", "https://two.org/", null), ...same },
      ]),
    ).toBe(1);
  });
});

function origin(sourceId: string, url: string, text: Origin["text"]): Origin {
  return { sourceId, url, doi: null, text };
}
