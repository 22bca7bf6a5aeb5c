import { SAMPLE, source } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import { BIBLIOGRAPHY_FORMATS, renderBibliography } from "./bibliography.ts";

describe("a bibliography", () => {
  it("is RIS with a record per source", () => {
    const { text, extension } = renderBibliography(SAMPLE.sources, "ris");
    expect(extension).toBe("ris");
    expect(text.match(/^TY {2}- /gm)).toHaveLength(4);
    expect(text.match(/^ER {2}- \r$/gm)).toHaveLength(4);
    expect(text).toContain("AU  - A. Miara\r\nAU  - D. Günther\r\nPY  - 2024\r\nDA  - 2024/05/12");
    expect(text).toContain("TY  - JOUR\r\nTI  - Noise limits at night");
    expect(text).toContain("DO  - 10.1000/noise.2023.17");
  });

  it("is BibTeX with keys that differ", () => {
    const twins = [source("A", { title: "Same" }), source("B", { title: "Same" })];
    const { text } = renderBibliography([...SAMPLE.sources, ...twins], "bibtex");
    expect(text).toContain("@misc{a2024field,\n  title = {{Field study");
    expect(text).toContain("author = {{A. Miara} and {D. Günther}}");
    expect(text).toContain("@article{");
    expect(text).toContain("@misc{same,");
    expect(text).toContain("@misc{same-2,");
  });

  it("is CSL-JSON with dates in parts", () => {
    const items = JSON.parse(renderBibliography(SAMPLE.sources, "csl-json").text);
    expect(items[0]).toMatchObject({
      type: "webpage",
      issued: { "date-parts": [[2024, 5, 12]] },
      accessed: { "date-parts": [[2026, 3, 1]] },
      author: [{ literal: "A. Miara" }, { literal: "D. Günther" }],
    });
    expect(items[2].issued).toEqual({ "date-parts": [[2023, 11]] });
  });

  it("keeps a hostile source inside its own field", () => {
    const hostile = source("A", {
      title: "x\r\nER  - \r\nTY  - ELEC",
      author: "a},\n  note = {\\input{/etc/passwd}",
      url: "javascript:alert(1)",
    });
    expect(renderBibliography([hostile], "ris").text.match(/^ER/gm)).toHaveLength(1);
    const bibtex = renderBibliography([hostile], "bibtex").text;
    expect(bibtex).toContain("a\\},");
    expect(bibtex).toContain("\\textbackslash{}input");
    for (const format of BIBLIOGRAPHY_FORMATS) {
      expect(renderBibliography([hostile], format).text).not.toContain("javascript");
    }
  });
});
