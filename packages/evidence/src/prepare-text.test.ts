import { describe, expect, it } from "vitest";
import { detectLanguage } from "./lexicon/detect-language.ts";
import { MAX_TEXT_CHARACTERS, normalizedText, prepareText } from "./prepare-text.ts";

describe("prepareText", () => {
  it.each([
    ["12,000", "12 000"],
    ["12,000", "12.000"],
    ["12,000", "12'000"],
    ["12 million", "12,000,000"],
    ["0,5", "0.5"],
    ["5%", "5 per cent"],
    ["5 Prozent", "5 pour cent"],
    ["3½", "3.5"],
    ["5km", "5 km"],
    ["€5 million", "5,000,000 euros"],
    ["−5 °C", "minus 5 degrees Celsius"],
    ["١٢٬٠٠٠", "12,000"],
    ["१२३", "123"],
    ["１２％", "12 %"],
    ["CO₂", "CO2"],
    ["ﬁne", "fine"],
    ["e\u0301te\u0301", "été"],
    ["مُحَمَّد", "محمــد"],
    ["M&uuml;ller &amp; Sohn", "Müller & Sohn"],
    ["<p>im<b>port</b>ant</p>", "important"],
    ["**very** _old_", "very old"],
    ["[the page](https://example.org/a_b)", "the page"],
    ["impor-\ntant", "important"],
    ["U.S.", "US"],
    ["5–10", "5 to 10"],
  ])("reads %s like %s", (one, other) => {
    expect(normal(one)).toBe(normal(other));
  });

  it.each([
    ["−5", "5"],
    ["12", "21"],
    ["5 %", "5 percentage points"],
    ["5 million", "5 billion"],
    ["p < 5", "p > 5"],
    ["at least 5", "at most 5"],
    ["1.5", "15"],
    ["m²", "m³"],
  ])("does not read %s like %s", (one, other) => {
    expect(normal(one)).not.toBe(normal(other));
  });

  it("reads no more than its limit, and says so", () => {
    const prepared = prepareText("word ".repeat(MAX_TEXT_CHARACTERS / 5 + 1), { language: "en" });
    expect(prepared.isCut).toBe(true);
    expect(prepared.original).toHaveLength(MAX_TEXT_CHARACTERS);
  });

  it("survives markup without an end, and half characters", () => {
    const hostile = `${"<".repeat(5_000)}${"[".repeat(5_000)}${"&".repeat(5_000)}\ud800 ${"*_`".repeat(3_000)}`;
    expect(prepareText(hostile, { language: "en" }).count).toBeLessThan(20_000);
  });
});

describe("detectLanguage", () => {
  it.each([
    ["en", "The committee decided that the bridge should be closed in the winter."],
    ["de", "Der Ausschuss hat beschlossen, dass die Brücke im Winter nicht geöffnet wird."],
    ["fr", "Le comité a décidé que le pont ne sera pas ouvert dans les mois à venir."],
    ["es", "El comité decidió que el puente no se abrirá en los próximos meses del año."],
    ["pt", "O comitê decidiu que a ponte não será aberta nos próximos meses do ano."],
    ["ru", "Комитет решил, что мост не будет открыт зимой."],
    ["ja", "委員会は橋を冬に閉鎖することを決めた。"],
    ["ar", "قررت اللجنة أن الجسر لن يفتح في الشتاء."],
    [null, "Il comitato ha deciso che il ponte non sarà aperto nei prossimi mesi della stagione."],
    [
      null,
      "De commissie heeft besloten dat de brug in de winter niet wordt geopend voor het verkeer.",
    ],
    [null, "12 34 56"],
  ])("%s: %s", (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });
});

function normal(text: string): string {
  return normalizedText(prepareText(text, { language: "en" }));
}
