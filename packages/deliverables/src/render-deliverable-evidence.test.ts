import { activeInOffice, activeInPage } from "@trovella/testing/deliverables/active-content";
import { formulaPayloads, scriptPayloads } from "@trovella/testing/deliverables/hostile-payloads";
import {
  linkTargets,
  numbersIn,
  partsOf,
  rowsOfXlsx,
  textOfDocx,
} from "@trovella/testing/deliverables/read-back";
import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import {
  claim,
  entry,
  evidence,
  SAMPLE_WITH_CLAIMS,
} from "@trovella/testing/deliverables/sample-evidence";
import { strFromU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { type Deliverable, type DocumentEvidence, FORMATS } from "./deliverable.ts";
import { renderDeliverable } from "./render-deliverable.ts";

const LINE =
  "5 claims: 1 found in the source by Trovella, 1 in text the assistant supplied, 1 derived from others, 1 weak, 1 unverified; 4 of them cited here; 1 checked by Ann Example on 3 March 2026. A question mark stands behind what was not found in its source.";
const JUMP =
  "https://example.org/field-study?year=2024&lang=en#:~:text=In%20the%20others-,the%20mean%20seasonal%20performance%20factor%20was%203.1";
const REASON = "It states what was not found in its sources.";

const render = async (format: (typeof FORMATS)[number], given: Partial<Deliverable> = {}) =>
  (await renderDeliverable({ ...SAMPLE_WITH_CLAIMS, ...given }, format)).bytes;
const draft = (): Partial<Deliverable> => ({
  evidence: {
    ...(SAMPLE_WITH_CLAIMS.evidence as DocumentEvidence),
    state: "draft",
    reason: REASON,
  },
});
const unescaped = (text: string) => text.replaceAll("\\", "");

describe("documents with claims", () => {
  it.each(FORMATS)("look as before where there are none: %s", async (format) => {
    const plain = (await renderDeliverable(SAMPLE, format)).bytes;
    const none = await renderDeliverable({ ...SAMPLE, evidence: evidence([]) }, format);
    expect(Buffer.compare(plain, none.bytes)).toBe(0);
  });

  it.each(FORMATS)("keep the numbers of the sources: %s", async (format) => {
    const before = await numbersIn((await renderDeliverable(SAMPLE, format)).bytes, format);
    const after = await numbersIn(await render(format), format);
    expect(after).toEqual(before);
  });

  it("say in Markdown what was checked, and give the source's own words", async () => {
    const text = unescaped(strFromU8(await render("markdown")));
    expect(text).toContain(`_Version 2, 4 March 2026_\n\n${LINE}\n`);
    expect(text).toContain("moves to 3.6 [2] (?).");
    expect(text).toContain("from 2.6 to 3.6 [1].\n");
    expect(text).toContain(
      `“the mean seasonal performance factor was 3.1” (read 2 March 2026, claim 1) [Show in the source](${JUMP})`,
    );
    expect(text).toContain(
      "> Of the 77 systems, 12 had to be left out. In the others **the mean seasonal performance factor was 3.1**, in a range from 2.6 to 3.6.\n>\n> Source [1], read 2026-03-02 08:15 UTC, text SHA-256 0123456789ab.",
    );
    expect(text).toContain(
      "**Claim 2:** With a special tariff the limit moves to 3.6. _Not found in the source._",
    );
  });

  it("say so in a page, with marks that lead somewhere", async () => {
    const html = strFromU8(await render("html"));
    expect(html).toContain(`<p class="facts checked">${LINE}</p></div></header>`);
    expect(html).toContain(
      '3.6.<sup>\u2060<a href="#source-2" id="cite-2-3">2</a></sup><sup class="doubt" title="not found in the source">\u2060?</sup>',
    );
    expect(html).toContain('<a href="#claim-1">Claim 1</a>');
    expect(html).toContain('<div class="claim" id="claim-1">');
    expect(html).toContain("<mark>the mean seasonal performance factor was 3.1</mark>, in a range");
    expect(html).toContain(`href="${JUMP.replace("&", "&#x26;")}"`);
    expect(html.match(/class="doubt" title/g)).toHaveLength(1);
    expect(activeInPage(html)).toEqual([]);
  });

  it("say so in a Word file", async () => {
    const bytes = await render("docx");
    const text = await textOfDocx(bytes);
    expect(text).toContain(LINE);
    // A raised 2.
    expect(text).toContain("the limit moves to 3.6.2?");
    expect(text).toContain(
      "“the mean seasonal performance factor was 3.1”\n\n(read 2 March 2026, claim 1) Show in the source",
    );
    expect(text).toContain(
      "Claim 1, key: The mean seasonal performance factor was 3.1.\n\nConfirmed by a person; found in text fetched by Trovella. Ann Example checked it on 3 March 2026 and agrees.",
    );
    const [page = "", passage] = JUMP.replace("&", "&amp;").split("#");
    expect(linkTargets(bytes)).toContain(page);
    const xml = partsOf(bytes)["word/document.xml"] ?? "";
    // Word keeps what follows the "#" apart.
    expect(xml).toContain(`w:anchor="${passage}"`);
    expect(xml).toContain('w:anchor="claim_2"');
    expect(xml).toMatch(/<w:bookmarkStart [^>]*w:name="claim_2"/);
  });

  it("have a sheet of claims in a workbook", async () => {
    const bytes = await render("xlsx");
    const [header, first, second, ...others] = await rowsOfXlsx(bytes, "Claims");
    expect(header?.slice(0, 4)).toEqual(["Number", "Key claim", "Claim", "Status"]);
    expect(first?.[8]).toBe("the mean seasonal performance factor was 3.1");
    expect(first?.[13]).toBe(JUMP);
    expect(second?.[8]).toBeNull();
    expect(second?.[10]).toBe(
      "“the limit moves to 3.6 with a special tariff” (not found in the source)",
    );
    expect(others).toHaveLength(3);
    const answer = await rowsOfXlsx(bytes, "Answer");
    expect(answer.flat()).toContain(LINE);
    const findings = await rowsOfXlsx(bytes, "Findings");
    expect(findings.map((row) => row[9])).toContain("Not found in the source");
    expect(linkTargets(bytes)).toContain(JUMP.replace("&", "&amp;"));
  });

  it("have the line on the first slide and the words of the sources in the notes", async () => {
    const parts = partsOf(await render("pptx"));
    expect(parts["ppt/slides/slide1.xml"]).toContain(LINE.slice(0, 100));
    const notes = Object.entries(parts).filter(([name]) => name.includes("notesSlides/notesSlide"));
    expect(notes.map(([, xml]) => xml).join()).toContain(
      "“the mean seasonal performance factor was 3.1” (read 2 March 2026)",
    );
    expect(Object.values(parts).join()).not.toContain(">Evidence<");
  });

  it("say on top that they are a draft, and why", async () => {
    const said = `Draft. ${REASON}`;
    expect(strFromU8(await render("markdown", draft()))).toMatch(`**${said}**\n\n# Heat pumps`);
    expect(strFromU8(await render("html", draft()))).toContain(
      `<header><p class="draft">${said}</p>`,
    );
    const word = await textOfDocx(await render("docx", draft()));
    expect(word.trimStart().startsWith("Draft")).toBe(true);
    // Above the answer, behind the cover.
    expect(word.indexOf(said)).toBeLessThan(word.indexOf("Answer"));
    expect(word).toContain(said);
    expect((await rowsOfXlsx(await render("xlsx", draft()), "Answer")).flat()).toContain(said);
    expect(partsOf(await render("pptx", draft()))["ppt/slides/slide1.xml"]).toContain(said);
    expect(strFromU8(await render("html"))).not.toContain("Draft");
    expect(await textOfDocx(await render("docx"))).not.toContain("Draft");
  });

  it.each(FORMATS)("give the same bytes for the same input: %s", async (format) => {
    expect(Buffer.compare(await render(format), await render(format))).toBe(0);
  });
});

describe("evidence from hostile pages", () => {
  const hostile = (payloads: readonly string[]): Deliverable => ({
    ...SAMPLE,
    markdown: payloads.map((_, index) => `x [clm:${index + 1}]`).join("\n\n"),
    evidence: evidence(
      payloads.map((text, index) =>
        claim(index + 1, {
          statement: text,
          status: index % 2 === 0 ? "supported" : "unsupported",
          problems: [text],
          evidence: [
            entry({
              quote: text,
              passage: text,
              prefix: text,
              suffix: text,
              url: text,
              textSha256: text,
            }),
            entry({ verdict: "absent", quote: text, passage: null }),
          ],
          audit: { by: text, at: new Date(0), verdict: "agree" },
        }),
      ),
      { state: "draft", reason: payloads[0] ?? null },
    ),
  });
  const DOCUMENTS = [hostile(formulaPayloads()), hostile(scriptPayloads())];

  it("leaves nothing active in a page", async () => {
    for (const document of DOCUMENTS) {
      const html = strFromU8((await renderDeliverable(document, "html")).bytes);
      expect(html.match(/class="claim"/g)?.length).toBeGreaterThanOrEqual(100);
      expect(activeInPage(html)).toEqual([]);
    }
  });

  it.each(["docx", "xlsx", "pptx"] as const)(
    "leaves nothing active in an office file: %s",
    async (format) => {
      for (const document of DOCUMENTS) {
        expect(activeInOffice((await renderDeliverable(document, format)).bytes)).toEqual([]);
      }
    },
    60_000,
  );

  it("leaves nothing active in Markdown", async () => {
    for (const document of DOCUMENTS) {
      const text = strFromU8((await renderDeliverable(document, "markdown")).bytes);
      expect(text.match(/(?<!\\)<(?!https?:|mailto:)[a-z!/]/gi)).toBeNull();
      expect(text.match(/(?<!\\)\]\((?!https?:|mailto:|<https?:)/g)).toBeNull();
      expect(text.match(/^#+ .*$/gm)).toEqual([
        "# Heat pumps for older houses",
        "## Sources",
        "## Further sources",
        "## Evidence",
      ]);
    }
  });
});

describe("much evidence", () => {
  const crowded: Deliverable = {
    ...SAMPLE,
    evidence: evidence(
      Array.from({ length: 600 }, (_, index) =>
        claim(index + 1, {
          evidence: Array.from({ length: 3 }, () =>
            entry({ passage: "a long passage ".repeat(300), prefix: "p ".repeat(300) }),
          ),
        }),
      ),
    ),
  };

  it("is cut, and the file says so", async () => {
    const text = strFromU8((await renderDeliverable(crowded, "markdown")).bytes);
    expect(text.match(/^\*\*Claim /gm)).toHaveLength(500);
    expect(text).toContain("100 more claims are left out here.");
    const passages = [...text.matchAll(/\*\*(a long [^*]*)\*\*/g)].map(
      ([, words]) => words?.length,
    );
    expect(Math.max(...passages.map((length) => length ?? 0))).toBeLessThanOrEqual(2_000);
  });

  it.each(["html", "docx", "xlsx"] as const)(
    "can be rendered: %s",
    async (format) => {
      const { bytes } = await renderDeliverable(crowded, format);
      expect(bytes.length).toBeGreaterThan(10_000);
    },
    60_000,
  );
});
