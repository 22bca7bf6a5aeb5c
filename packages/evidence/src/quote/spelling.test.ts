import { describe, expect, it } from "vitest";
import { standardSpelling } from "./spelling.ts";

describe("spellings side by side", () => {
  it.each([
    ["en", "aluminium", "aluminum"],
    ["en", "colourful", "colorful"],
    ["en", "organisations", "organizations"],
    ["en", "theatre", "theater"],
    ["en", "paediatric", "pediatric"],
    ["en", "licence", "license"],
    ["de", "potentiell", "potenziell"],
    ["de", "photographie", "fotografie"],
    ["fr", "connaître", "connaitre"],
    ["fr", "événement", "évènement"],
    ["es", "período", "periodo"],
    ["pt", "acção", "ação"],
    ["pt", "económico", "econômico"],
    ["pt", "óptimo", "ótimo"],
    ["pt", "frequente", "freqüente"],
  ] as const)("are one in %s: %s, %s", (language, one, other) => {
    expect(standardSpelling(one, language)).toBe(standardSpelling(other, language));
  });

  it.each([
    ["en", "four", "for"],
    ["en", "rise", "raise"],
    ["de", "schon", "schön"],
    ["fr", "jeûne", "jeune"],
    ["es", "esta", "está"],
    ["pt", "pacto", "pato"],
    ["pt", "é", "e"],
    ["pt", "têm", "tem"],
  ] as const)("are none in %s: %s, %s", (language, one, other) => {
    expect(standardSpelling(one, language)).not.toBe(standardSpelling(other, language));
  });
});
