import { describe, expect, it } from "vitest";
import { parseBibtex } from "./bibtex.ts";
import { parseCslJson } from "./csl-json.ts";
import { latexText } from "./latex-text.ts";
import { parseRis } from "./ris.ts";
import { parseZoteroRdf } from "./zotero-rdf.ts";

describe("BibTeX", () => {
  it("reads what reference managers write", () => {
    const { references, problems } = parseBibtex(`
      % a comment
      @string{nat = "Nature"}
      @comment{ignored @article{x, title={no}}}
      @article{muller2020,
        title = {The {DNA} of M{\\"u}ller's \\emph{Drosophila}},
        author = "M{\\"u}ller, Hermann and {Barnes and Noble} and Lovelace, Ada",
        journal = nat # { Reviews},
        year = 2020, month = mar,
        doi = {10.1000/ABC\\_1},
        url = {https://example.org/a_b},
        keywords = {genes; flies},
        abstract = {A study of {radiation}.},
        annote = {Read this twice.},
        file = {Full Text:files/12/a\\;b.pdf:application/pdf;Snapshot:files/13/x.html:text/html}
      } @book(other, title = {Second on a line}, date = {1999-05-01})`);
    expect(problems).toEqual([]);
    expect(references).toEqual([
      {
        key: "muller2020",
        title: "The DNA of Müller's Drosophila",
        authors: ["Hermann Müller", "Barnes and Noble", "Ada Lovelace"],
        publishedAt: "2020-03",
        url: "https://example.org/a_b",
        doi: "10.1000/ABC_1",
        container: "Nature Reviews",
        abstract: "A study of radiation.",
        keywords: ["genes", "flies"],
        notes: ["Read this twice."],
        attachments: ["files/12/a;b.pdf", "files/13/x.html"],
      },
      expect.objectContaining({
        key: "other",
        title: "Second on a line",
        publishedAt: "1999-05-01",
      }),
    ]);
  });

  it("leaves out broken entries by their lines, and reads the rest", () => {
    const { references, problems } = parseBibtex(
      "@article{a, title = {never closed\n@book{b, title={B}}\n@misc{c, author={Nobody}}\n@x{d, title={D}",
    );
    expect(references.map(({ key }) => key)).toEqual(["b"]);
    expect(problems).toEqual([
      "Line 1: the entry is broken.",
      "Line 3: the entry c has no title.",
      "Line 4: the entry is broken.",
    ]);
  });

  it.each([
    ["unclosed entries", "@a{x,t={\n".repeat(50_000)],
    ["nested braces", `@a{x,title=${"{".repeat(1_000_000)}`],
    ["signs", "@ ".repeat(500_000)],
    ["names", `@a{x,title={t},author={${"a and ".repeat(200_000)}}}`],
  ])("takes time in proportion to hostile input: %s", (_, text) => {
    expect(parseBibtex(text).references.length).toBeLessThan(2);
  });

  it.each([
    ["Erd{\\H o}s", "Erdős"],
    ["\\v{C}ech \\c{c}a \\o{} \\ss", "Čech ça ø ß"],
    ["50\\% of \\$5 \\{x\\}", "50% of $5 {x}"],
    ["pages 1--2, $x^2$ and~so", "pages 1–2, x^2 and so"],
  ])("says %s as %s", (latex, text) => {
    expect(latexText(latex)).toBe(text);
  });
});

describe("RIS", () => {
  it("reads entries, continued lines and an end that is missing", () => {
    const { references, problems } = parseRis(
      [
        "TY  - JOUR",
        "T1  - On heat",
        "AU  - Fourier, Joseph",
        "AU  - Carnot, Sadi",
        "PY  - 1822/03/14/",
        "DO  - https://doi.org/10.1000/heat",
        "UR  - https://example.org/heat",
        "AB  - First line",
        "second line",
        "KW  - heat",
        "N1  - <p>Mine &amp; yours</p>",
        "L1  - files/1/heat.pdf",
        "ER  - ",
        "TY  - BOOK",
        "TY  - BOOK",
        "TI  - Last",
      ].join("\r\n"),
    );
    expect(references).toEqual([
      {
        key: null,
        title: "On heat",
        authors: ["Joseph Fourier", "Sadi Carnot"],
        publishedAt: "1822-03-14",
        url: "https://example.org/heat",
        doi: "10.1000/heat",
        container: null,
        abstract: "First line\nsecond line",
        keywords: ["heat"],
        notes: ["Mine & yours"],
        attachments: ["files/1/heat.pdf"],
      },
      expect.objectContaining({ title: "Last" }),
    ]);
    expect(problems).toEqual(["Line 14: the entry has no title."]);
  });
});

describe("CSL JSON", () => {
  it("reads entries of CSL and of Zotero", () => {
    const read = parseCslJson(
      JSON.stringify([
        {
          id: "a",
          type: "article-journal",
          title: "On <i>heat</i>",
          author: [{ family: "Fourier", given: "Joseph" }, { literal: "The Academy" }],
          issued: { "date-parts": [[1822, 3]] },
          DOI: "10.1000/heat",
          "container-title": "Annals",
          note: "Good.",
        },
        {
          itemType: "webpage",
          title: "A page",
          url: "https://example.org",
          creators: [{ firstName: "Ada", lastName: "Lovelace" }],
          date: "2020",
          tags: [{ tag: "web" }],
          notes: [{ note: "<p>One</p>" }],
          attachments: [{ path: "files/1/page.html" }],
        },
        { type: "book" },
        7,
      ]),
    );
    expect(read?.references).toEqual([
      expect.objectContaining({
        title: "On heat",
        authors: ["Joseph Fourier", "The Academy"],
        publishedAt: "1822-03",
        doi: "10.1000/heat",
        container: "Annals",
        notes: ["Good."],
      }),
      expect.objectContaining({
        authors: ["Ada Lovelace"],
        url: "https://example.org",
        publishedAt: "2020",
        keywords: ["web"],
        notes: ["One"],
        attachments: ["files/1/page.html"],
      }),
    ]);
    expect(read?.problems).toEqual(["Entry 3 has no title.", "Entry 4 is no entry."]);
  });

  it.each(["", "{", "null", "[]", "{}", '[{"a":1}]', '{"title":"settings"}', '"x"'])(
    "is not what any JSON is: %s",
    (text) => {
      expect(parseCslJson(text)).toBeNull();
    },
  );
});

describe("RDF of Zotero", () => {
  it("reads items with their journal, notes and files", () => {
    const { references } = parseZoteroRdf(`<?xml version="1.0"?>
      <!DOCTYPE x [<!ENTITY bomb "&bomb;&bomb;">]>
      <rdf:RDF xmlns:rdf="r" xmlns:bib="b" xmlns:dc="d">
        <bib:Article rdf:about="https://example.org/heat">
          <dcterms:isPartOf rdf:resource="urn:issn:1"/>
          <bib:authors><rdf:Seq><rdf:li><foaf:Person>
            <foaf:surname>Fourier</foaf:surname><foaf:givenName>Joseph</foaf:givenName>
          </foaf:Person></rdf:li></rdf:Seq></bib:authors>
          <dcterms:isReferencedBy rdf:resource="#item_2"/>
          <link:link rdf:resource="#item_3"/>
          <dc:title>On heat &amp; light</dc:title><dc:date>1822</dc:date>
          <dc:subject>heat</dc:subject>
          <dc:identifier>DOI 10.1000/heat</dc:identifier>
        </bib:Article>
        <bib:Journal rdf:about="urn:issn:1"><dc:title>Annals</dc:title></bib:Journal>
        <bib:Memo rdf:about="#item_2"><rdf:value>&lt;p&gt;My note&lt;/p&gt;</rdf:value></bib:Memo>
        <z:Attachment rdf:about="#item_3"><rdf:resource rdf:resource="files/3/heat.pdf"/></z:Attachment>
      </rdf:RDF>`) ?? { references: [] };
    expect(references).toEqual([
      {
        key: "https://example.org/heat",
        title: "On heat & light",
        authors: ["Joseph Fourier"],
        publishedAt: "1822",
        url: "https://example.org/heat",
        doi: "10.1000/heat",
        container: "Annals",
        abstract: null,
        keywords: ["heat"],
        notes: ["My note"],
        attachments: ["files/3/heat.pdf"],
      },
    ]);
  });

  it.each([
    "",
    "<html></html>",
    "<rdf:RDF>",
    "<rdf:RDF></rdf:rdf>",
    "<rdf:RDF><a></rdf:RDF>",
    "<a>".repeat(100_000),
    `<rdf:RDF x='${"<".repeat(1000)}'/>`,
    "<!DOCTYPE [",
  ])("refuses what is none: %.20s", (xml) => {
    expect(parseZoteroRdf(xml)).toBeNull();
  });
});
