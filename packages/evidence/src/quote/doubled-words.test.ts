import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import { checkQuote } from "./check-quote.ts";
import { isStanding } from "./quote-check.ts";

const ENGLISH =
  "The keeper of the lighthouse had problems with the lens and was not paid for a year. Half of the crew left the island before the storm reached the coast of Norway. The library bought 12 of the letters.";
const FRENCH =
  "La directrice de la bibliothèque a présenté le plan de rénovation aux habitants. Le maire a cessé de soutenir le projet.";
const SPANISH =
  "El informe del comité describe la situación de la fábrica desde la primavera. La empresa dejó de vender los hornos de gas.";
const RUSSIAN =
  "Музей открыли в старом здании вокзала, и билеты в кассе не продают после шести вечера.";

describe("small words", () => {
  it.each([
    [
      ENGLISH,
      "Half of the crew left the island before the storm storm reached the coast of Norway",
    ],
    [ENGLISH, "The keeper of the lighthouse had had problems with the lens"],
    [
      ENGLISH,
      "The keeper of the lighthouse had problems with the lens and was not not paid for a year",
    ],
    [ENGLISH, "Half the crew left the island before the storm reached the coast"],
    [ENGLISH, "The library bought 12 the letters, and the keeper was not paid"],
    [FRENCH, "Le maire a cessé soutenir le projet"],
    [SPANISH, "La empresa dejó vender los hornos de gas"],
  ])("change something in %#", (text, quote) => {
    expect(checkQuote(prepareText(text), quote)).not.toSatisfy(isStanding);
  });

  it.each([
    [ENGLISH, "The the keeper of the lighthouse had problems with the lens"],
    [ENGLISH, "The keeper of of the lighthouse had problems with the lens"],
    [ENGLISH, "the storm reached the coast Norway. The library bought 12 of the letters."],
    [FRENCH, "La directrice de de la bibliothèque a présenté le plan de rénovation"],
    [FRENCH, "La directrice de la bibliothèque a présenté le plan rénovation aux habitants"],
    [SPANISH, "El informe del comité describe la situación la fábrica desde la primavera"],
    [RUSSIAN, "Музей открыли в в старом здании вокзала"],
  ])("change nothing in %#", (text, quote) => {
    expect(checkQuote(prepareText(text), quote)).toMatchObject({ verdict: "fuzzy" });
  });

  it("may stand twice in the source itself", () => {
    const source = prepareText(
      "The mayor opened the the new bridge on Friday, and the crowd cheered.",
    );
    expect(checkQuote(source, "The mayor opened the new bridge on Friday")).toSatisfy(isStanding);
  });
});
