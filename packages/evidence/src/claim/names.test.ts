import { describe, expect, it } from "vitest";
import { prepareText } from "../prepare-text.ts";
import { hasName, namesOf, openingWord } from "./names.ts";

const en = (text: string) => prepareText(text, { language: "en" });
const names = (text: string) => namesOf(en(text)).map((name) => name.text);

describe("the names of a text", () => {
  it.each([
    ["In spring the Selby Shipping Company bought it.", ["Selby Shipping Company"]],
    ["Rents in Selby fell. Rents in Farrow rose.", ["Selby", "Farrow"]],
    ["According to Selby, Farrow and the OECD it fell.", ["Selby", "Farrow", "OECD"]],
    ["Selby had 12 mills.", []],
    ["Nothing of note happened.", []],
  ])("%s", (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it("are not told by capitals in German, nor in a language without lists", () => {
    expect(namesOf(prepareText("Der Hafen von Selby ist alt.", { language: "de" }))).toEqual([]);
    expect(namesOf(prepareText("Miasto Selby jest stare.", { language: "pl" }))).toEqual([]);
  });

  it.each([
    ["Norway", "Norwegian ports grew.", true],
    ["Ada Lovelace", "Notes by Lovelace on the engine.", true],
    ["International Energy Agency", "The IEA said so.", true],
    ["IEA", "It is what the International Energy Agency said.", true],
    ["Selby", "The port of Farrow grew.", false],
  ])("%s in: %s", (name, text, isThere) => {
    const [found] = namesOf(en(`It is ${name}.`));
    expect(found && hasName([en(text)], found)).toBe(isThere);
  });

  it("may be the first word, unless it is small or stands before a comma", () => {
    expect(openingWord(en("Selby had 12 mills."))?.text).toBe("Selby");
    expect(openingWord(en("Moreover, it fell."))).toBeNull();
    expect(openingWord(en("The port grew."))).toBeNull();
  });
});
