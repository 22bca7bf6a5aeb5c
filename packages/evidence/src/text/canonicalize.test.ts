import { describe, expect, it } from "vitest";
import { normalizedText, prepareText } from "../prepare-text.ts";

const normalized = (text: string, language: string) =>
  normalizedText(prepareText(text, { language }));

describe("units and currencies", () => {
  it.each([
    ["fr", "une dette de 14 M€", "une dette de 14 millions d’euros"],
    ["fr", "attendre 20 min", "attendre 20 minutes"],
    ["de", "nach 5 Min. Pause", "nach 5 Minuten Pause"],
    ["es", "espere 3 min", "espere 3 minutos"],
    ["en", "at 90 km/h", "at 90 kilometres per hour"],
    ["en", "a farm of 40 MW", "a farm of 40 megawatts"],
    ["ru", "билет за 35 руб.", "билет за 35 ₽"],
    ["ru", "билет за 35 рублей", "билет за 35 ₽"],
    ["ru", "стройка мoста", "стройка моста"],
  ])("are one in %s: %s, %s", (language, one, other) => {
    expect(normalized(one, language)).toBe(normalized(other, language));
  });

  it.each([
    ["fr", "une dette de 14 M€", "une dette de 14 milliards d’euros"],
    ["fr", "une dette de 14 k€", "une dette de 14 M€"],
    ["en", "after 5 min", "after 5 seconds"],
    ["en", "at 90 km/h", "at 90 km"],
  ])("are two in %s: %s, %s", (language, one, other) => {
    expect(normalized(one, language)).not.toBe(normalized(other, language));
  });
});
