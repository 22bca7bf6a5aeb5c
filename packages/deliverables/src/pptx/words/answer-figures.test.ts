import { describe, expect, it } from "vitest";
import { answerFigures } from "./answer-figures.ts";

const shown = (text: string) =>
  answerFigures(text).map(({ value, label }) =>
    `${value}|${label}`.replace(/[\u202f\u00a0]/g, " "),
  );

describe("the figures of an answer", () => {
  it("are its numbers with the words after them", () => {
    expect(
      shown(
        "3 of 12 pools save 61 % of the emissions for 38 % of the money, and each pays back within nine years.",
      ),
    ).toEqual(["3 of 12|pools", "61 %|of the emissions", "38 %|of the money"]);
  });

  it("are none for years, for numbers without words, and for long ones", () => {
    expect(shown("It began in 2028 and ended. The factor was 3.1. It was 40, then 50.")).toEqual(
      [],
    );
    expect(shown("It took 12 very long and rather hard months of work there.")).toEqual([]);
  });

  it("leave out numbers that mean something only with the word before them", () => {
    expect(shown("Keep it below 55 °C on the coldest day and above 20 % of the load.")).toEqual([]);
  });

  it("are three at most, and each once", () => {
    expect(shown("5 % of cats, 5 % of cats, 6 % of dogs, 7 % of cows, 8 % of pigs")).toHaveLength(
      3,
    );
  });

  it("are found in other languages, too", () => {
    expect(shown("Das spart 61 % der Emissionen.")).toEqual(["61 %|der Emissionen"]);
    expect(shown("فهي توفر 61 % من الانبعاثات.")).toEqual(["61 %|من الانبعاثات"]);
  });
});
