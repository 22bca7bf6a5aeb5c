import { SAMPLE, source } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import type { Source } from "./deliverable.ts";
import { lintDeliverable } from "./lint.ts";
import type { LintFinding } from "./lint-finding.ts";
import { readDocument } from "./read-document.ts";

const LINKED = { url: "https://example.com" };
const lint = (markdown: string, sources: readonly Source[], text: string | null = null) =>
  lintDeliverable(
    { ...SAMPLE, markdown, sources },
    { textsOf: () => (text === null ? null : [text]) },
  ).findings;
const codes = (...given: Parameters<typeof lint>) => lint(...given).map(({ code }) => code);

describe("lint", () => {
  it("has nothing to say about a sound output", () => {
    const sound = source("A", { ...LINKED, quotes: ["It was 3.1."] });
    const finding = "A finding that is long enough to count as one [src:A].";
    // The quote of a source need not stand in the stored text as well.
    expect(lint(finding, [sound], "Another text.")).toEqual([]);
  });

  it.each([
    "Thus it will rise further in the years to come [own].",
    "Wir folgern daraus, dass die Preise in den nächsten Jahren steigen.",
    "Daraus schließen wir, dass die Preise in den nächsten Jahren steigen.",
    "Unseres Erachtens steigen die Preise in den nächsten Jahren weiter.",
    "Nach unserer Einschätzung steigen die Preise in den nächsten Jahren.",
    "Nous en concluons que les prix vont encore augmenter ces années.",
    "À notre avis, les prix vont encore augmenter dans les années à venir.",
    "Concluimos que los precios seguirán subiendo en los próximos años.",
    "En nuestra opinión, los precios seguirán subiendo en los próximos años.",
    "Concluímos que os preços continuarão a subir nos próximos anos.",
    "A nosso ver, os preços continuarão a subir nos próximos anos, sem pausa.",
    "We found no study that measured this in houses of that age.",
  ])("takes a conclusion for one in five languages: %s", (text) => {
    expect(codes(text, [])).toEqual([]);
  });

  it.each([
    "Answer",
    "1. Executive summary",
    "Recommendation",
    "Fazit",
    "Kurzantwort",
    "Zusammenfassung",
    "Vorgehen",
    "2. Offene Fragen",
    "Über diesen Bericht",
    "Réponse",
    "Méthode",
    "Résumé",
    "Respuesta",
    "Próximos pasos",
    "Resposta",
    "Limitações",
  ])("asks for no source under %s and the headings below it", (heading) => {
    const text = "This statement is long enough but has no source at all.";
    expect(codes(`## ${heading}\n\n${text}\n\n### Details\n\n${text}`, [])).toEqual([]);
    expect(codes(`## ${heading}\n\n${text}\n\n## Details\n\n${text}`, [])).toHaveLength(1);
  });

  it("asks for no source in the answer before the first section", () => {
    const text = "This statement is long enough but has no source at all.";
    expect(codes(`${text}\n\n## Findings\n\nShort.`, [])).toEqual([]);
    expect(codes(`# Another title\n\n${text}\n\n## Findings\n\nShort.`, [])).toEqual([]);
    expect(codes(`# One\n\n${text}\n\n# Two\n\n${text}`, [])).toHaveLength(2);
    expect(codes(text, [])).toHaveLength(1);
  });

  it.each([
    "We infer that it will rise further in the years to come.",
    "In our view it will rise further in the years to come.",
    "Thus it will rise further in years to come: our own conclusion.",
  ])("takes a conclusion that says so for one: %s", (text) => {
    expect(codes(text, [])).toEqual([]);
    expect(codes(text.replace(/We infer that|In our view|: our own conclusion/, ""), [])).toEqual([
      "FINDING_WITHOUT_SOURCE",
    ]);
  });

  it("names a marker without a source once", () => {
    const [finding, ...others] = lint("x [src:X] y [src:X]", []);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: "UNRESOLVED_MARKER", sourceId: "X" });
    expect(finding?.message).toMatch(/Next: /);
  });

  it("names a source without a link, unless it has a DOI", () => {
    const sources = [
      source("A"),
      source("B", { url: "javascript:alert(1)" }),
      source("C", { doi: "10.1000/1" }),
    ];
    expect(lint("", sources).map(({ sourceId }) => sourceId)).toEqual(["A", "B"]);
  });

  it.each([
    ["word for word", "“the mean was 3.1”", true],
    ["that ends with the sentence", "“the mean was 3.1.”", true],
    ["with other quotation marks, dashes and breaks", "„the ‚mean‘ was 3.1 – 3.2“", true],
    ["with something left out", '"The … was […] 3.2 in winter"', true],
    ["with something put in", "«the mean was [about] 3.1»", true],
    ["from the stored quote alone", "“measured in 77 older houses”", true],
    ["that is the title of the source", "“A study of 77 houses”", true],
    ["of a few words", "“the new normal”", true],
    ["with a speaker put in", "«[We saw that] the mean was 3.1»", "QUOTE_ALTERED"],
    ["of which nothing is there", "“glaciers lost half of their ice”", "QUOTE_NOT_FOUND"],
    ["in another order", "“in winter … Overall the mean”", "QUOTE_ALTERED"],
    ["in other words", "“the average was 3.1”", "QUOTE_ALTERED"],
    ["in other words, in German marks", "„the average was 3.1“", "QUOTE_ALTERED"],
    ["in other words, in guillemets", "»the average was 3.1«", "QUOTE_ALTERED"],
    ["in other words, in straight marks", '"the average was 3.1"', "QUOTE_ALTERED"],
  ])("looks for a quotation %s", (_, quotation, expected) => {
    const text = 'Overall, **the "mean" was 3.1 - 3.2** in winter. The mean was 3.1.';
    const quotes = ["They were measured in 77 older houses."];
    const cited = source("A", { ...LINKED, title: "A study of 77 houses", quotes });
    const found = lint(`It says ${quotation} [src:A].`, [cited], text);
    expect(found.map(({ code }) => code)).toEqual(expected === true ? [] : [expected]);
    if (expected !== true) expect(found[0]?.excerpt).toBe(quotation.slice(1, -1));
  });

  it("says what the source has where a quotation differs from it", () => {
    const found = lint(
      "It says “costs fell by 21 % in a year” [src:A].",
      [source("A", LINKED)],
      "In these towns costs fell by 12 % in a year.",
    );
    expect(found.map(({ message }) => message)).toEqual([
      "What is stored of [src:A] says ‘costs fell by 12 % in a year’. Next: quote it as it stands there, or take the quotation marks away.",
    ]);
  });

  it("does not doubt a quotation that cites nothing, or when the stored text is not at hand", () => {
    const quotation = "It says “the average was 3.1 or more”";
    expect(codes(`${quotation} [src:A].`, [source("A", LINKED)], null)).toEqual([]);
    expect(codes(`${quotation} [own].`, [source("A", LINKED)], "x")).toEqual([]);
  });

  it("finds a quotation in any of the sources that are cited beside it, in lists and tables too", () => {
    const sources = [
      source("A", { ...LINKED, number: 1, quotes: ["prices rose by a third"] }),
      source("B", { ...LINKED, number: 2, quotes: ["costs fell by a half"] }),
    ];
    const both = "“Costs fell by a half” [src:A, B]";
    expect(codes(`- ${both}\n\n|a|b|\n|-|-|\n|x|${both}|`, sources, "x")).toEqual([]);
    const one = both.replace(", B", "");
    expect(codes(`- ${one}\n\n|a|b|\n|-|-|\n|x|${one}|`, sources, "x")).toEqual([
      "QUOTE_NOT_FOUND",
      "QUOTE_NOT_FOUND",
    ]);
  });

  it.each([
    ["[src 7]", "[src:7]"],
    ["[src7]", "[src:7]"],
    ["(src:7)", "[src:7]"],
    ["[source:7]", "[src:7]"],
    ["[Source 7]", "[src:7]"],
    ["[Quelle 7]", "[src:7]"],
    ["src:7", "[src:7]"],
    ["(src: p-k7q2x9/7)", "[src:p-k7q2x9/7]"],
    ["src_0199abcd", "[src:src_0199abcd]"],
    ["(src_0199abcd)", "[src:src_0199abcd]"],
    ["[1]", "[src:7]"],
    ["[1, 2]", "[src:7]"],
  ])("names a marker that cannot be read, and its right form: %s", (marker, right) => {
    const expected = marker.startsWith("[1") ? "OWN_NUMBERING" : "BROKEN_MARKER";
    const findings = lint(`Prices rose ${marker}.`, []);
    expect(findings.map(({ code }) => code)).toEqual([expected]);
    expect(findings[0]?.message).toContain(`write ${right}`);
    // Below the length of a finding, and in a long one without a second finding.
    expect(codes(`Prices rose in all countries that were looked at ${marker}.`, [])).toEqual([
      expected,
    ]);
  });

  it.each(["[src:A]", "`[1]`", "[the source](https://example.com/src_folder)", "list[0]", "[sic]"])(
    "takes no other text for a marker: %s",
    (text) => {
      expect(codes(text, [source("A", LINKED)])).toEqual([]);
    },
  );

  it("names a finding without a source, but not what only leads to a list or tells the method", () => {
    const markdown = `## Findings

This statement is long enough but has no source at all.

- This item is backed by the point below it, as you can see
  - Backed [src:A]

The following three systems were compared with each other:

## Method

Three databases were searched for measurements in the field.`;
    const findings = lint(markdown, [source("A", LINKED)]);
    expect(findings.map(({ excerpt }) => excerpt)).toEqual([
      "This statement is long enough but has no source at all.",
    ]);
  });

  it("is bounded", () => {
    const markdown = Array.from({ length: 400 }, (_, index) => `[src:X${index}]`).join(" ");
    const findings = lint(
      markdown,
      Array.from({ length: 400 }, (_, index) => source(`${index}`, { number: index + 1 })),
    );
    expect(findings).toHaveLength(52);
    expect(findings[25]?.message).toContain("375 more of this kind");
  });

  it("shows fewer of each kind where there is less room, and none of the kinds is lost", () => {
    const markdown = Array.from({ length: 90 }, (_, index) => `[src:X${index}]`).join(" ");
    const sources = Array.from({ length: 90 }, (_, index) =>
      source(`${index}`, { number: index + 1 }),
    );
    const { findings } = lintDeliverable(
      { ...SAMPLE, markdown, sources },
      { textsOf: () => [] },
      { maxCharacters: 2_500 },
    );
    expect(JSON.stringify(findings).length).toBeLessThanOrEqual(2_500);
    const counts = ["UNRESOLVED_MARKER", "SOURCE_WITHOUT_LINK"].map(
      (code) => findings.filter((finding) => finding.code === code).length,
    );
    expect(counts).toEqual([8, 8]);
    expect(findings[7]?.message).toMatch(/^83 more of this kind/);
  });
});

describe("an output with typical faults", () => {
  const KNOWN = source("7", { ...LINKED, number: 7, quotes: ["The mean was 3.1."] });
  const UNLINKED = source("9", { number: 9 });
  const faults = {
    English: `# Heat pumps

An air source heat pump suits most houses of this age and costs least.

## Findings

- The seasonal performance factor was 3.1 on average in the field [1].
- The authors write that “the average value was about 3.1” [src:7].
- Noise is limited to 40 dB(A) at night in all of these places (src:7).
- Installers are short everywhere, according to what was read [src:9].
- Prices fell by a tenth in the last two years, as was reported [src:8].
- Subsidies will end next year, and demand will fall afterwards.
- Demand will recover in two years when gas becomes more expensive.

## Limits

Nothing was measured by ourselves in any of the houses.`,
    German: `# Wärmepumpen

Eine Luftwärmepumpe passt zu den meisten Häusern dieses Alters.

## Befunde

- Die Jahresarbeitszahl lag im Feld im Durchschnitt bei 3,1 [1].
- Die Autoren schreiben: „Der Mittelwert lag ungefähr bei 3,1“ [src:7].
- Nachts sind am Fenster der Nachbarn 40 dB(A) erlaubt [Quelle 7].
- Handwerker fehlen überall, so das, was gelesen wurde [src:9].
- Die Preise fielen in zwei Jahren um ein Zehntel [src:8].
- Die Förderung endet nächstes Jahr, danach sinkt die Nachfrage.
- Die Nachfrage erholt sich in zwei Jahren, wenn Gas teurer wird.

## Offene Fragen

In keinem der Häuser wurde selbst etwas gemessen oder geprüft.`,
  };

  it.each(Object.entries(faults))(
    "is clean after one repair that does what is said: %s",
    (_, text) => {
      const findings = lint(text, [KNOWN, UNLINKED], "Another text.");
      expect(findings.map(({ code }) => code)).toEqual([
        "UNRESOLVED_MARKER",
        "OWN_NUMBERING",
        "BROKEN_MARKER",
        "SOURCE_WITHOUT_LINK",
        "QUOTE_NOT_FOUND",
        "FINDING_WITHOUT_SOURCE",
        "FINDING_WITHOUT_SOURCE",
      ]);
      const linked = { ...UNLINKED, number: 10, refs: ["10"], ...LINKED };
      const repaired = findings.reduce(repair, text);
      expect(lint(repaired, [KNOWN, linked], "Another text.")).toEqual([]);
      const document = JSON.stringify(readDocument({ ...SAMPLE, markdown: repaired }).blocks);
      expect(document).not.toContain("[own]");
    },
  );

  /** Exactly what the message says; a source without a link was stored with one and got the ref 10. */
  function repair(text: string, { code, message, excerpt = "", sourceId }: LintFinding): string {
    const form = /write (\[src:[^\]]+\])/.exec(message)?.[1] ?? "";
    switch (code) {
      case "UNRESOLVED_MARKER":
        return text.replace(`[src:${sourceId}]`, "[src:7]");
      case "OWN_NUMBERING":
      case "BROKEN_MARKER":
        return text.replace(excerpt, form);
      case "SOURCE_WITHOUT_LINK":
        return text.replace(`[src:${sourceId}]`, "[src:10]");
      case "QUOTE_ALTERED":
      case "QUOTE_NOT_FOUND":
        return text.replace(new RegExp(`.${excerpt.replace(/[.]/g, "\\.")}.`), excerpt);
      case "FINDING_WITHOUT_SOURCE":
        return text.replace(excerpt, `${excerpt} [own]`);
      default:
        return text;
    }
  }
});
