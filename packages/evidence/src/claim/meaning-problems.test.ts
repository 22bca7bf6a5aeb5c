import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import {
  cutOffProblems,
  meaningProblems,
  nameProblem,
  reservationProblems,
} from "./meaning-problems.ts";

const PAGE =
  "Rents in Selby fell by 12 %. In spring Farrow Shipping bought the old wharf from Pelling Foods.";
const en = (text: string) => prepareText(text, { language: "en" });
const codes = (problems: readonly { code: string }[]) => problems.map(({ code }) => code);

describe("what a statement says", () => {
  it.each([
    ["Rents in Selby rose by 12 %.", "Rents in Selby fell by 12 %.", true],
    ["The council banned the ferry.", "The council approved the ferry.", true],
    ["Rents did not fall.", "Rents fell by 12 %.", true],
    ["Rents decreased by 12 %.", "Rents fell by 12 %.", false],
    ["Rents rose, then fell.", "Rents rose before they fell.", false],
  ])("%s against: %s", (statement, quote, differs) => {
    expect(codes(meaningProblems(en(statement), [en(quote)]))).toEqual(
      differs ? ["NEGATION_DIFFERS"] : [],
    );
  });

  it.each([
    ["die Mieten stiegen", "die Mieten sanken", "de"],
    ["les loyers ont augmenté", "les loyers ont baissé", "fr"],
    ["los alquileres subió", "los alquileres bajó", "es"],
    ["o preço subiu", "o preço caiu", "pt"],
  ])("knows opposites in other languages: %s, %s", (one, other, language) => {
    const [statement, quote] = [one, other].map((text) => prepareText(text, { language }));
    expect(statement && quote && meaningProblems(statement, [quote])).toHaveLength(1);
  });

  it.each([
    ["Rents in Farrow fell by 12 %.", "Rents in Selby fell by 12 %.", "The statement names Farrow"],
    [
      "Rents in Zeeburg fell by 12 %.",
      "Rents in Selby fell by 12 %.",
      "do not have the name Zeeburg",
    ],
    [
      "Last spring Pelling Shipping bought the old wharf from Farrow Foods.",
      "In spring Farrow Shipping bought the old wharf from Pelling Foods.",
      "changed places",
    ],
    ["Rents in Selby went down by 12 %.", "Rents in Selby fell by 12 %.", ""],
    [
      "In spring the old wharf of Pelling Foods was bought by Farrow Shipping.",
      "In spring Farrow Shipping bought the old wharf from Pelling Foods.",
      "",
    ],
  ])("is about whom the quote is about: %s", (statement, quote, message) => {
    const [problem] = nameProblem(en(statement), { quotes: [en(quote)], sources: [en(PAGE)] });
    expect(problem?.message ?? "").toContain(message);
    expect(problem === undefined).toBe(message === "");
  });

  it("keeps the reservation of the quote, and what the quote cuts off", () => {
    const quote = [en("The reef may recover within 30 years.")];
    expect(codes(reservationProblems(en("The reef will recover."), quote))).toEqual([
      "RESERVATION_DROPPED",
    ]);
    expect(reservationProblems(en("The reef might recover."), quote)).toEqual([]);
    expect(codes(cutOffProblems(en("The bridge is unsafe."), ["Critics say that"]))).toEqual([
      "QUOTE_CUT",
    ]);
    expect(cutOffProblems(en("Critics call the bridge unsafe."), ["Critics say that"])).toEqual([]);
  });
});
