import { linkTargets, partsOf, tagsOf } from "@trovella/testing/deliverables/read-back";
import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import { strFromU8 } from "fflate";
import mammoth from "mammoth";
import { readSheet } from "read-excel-file/node";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FORMATS } from "./deliverable.ts";
import { en } from "./languages/en.ts";
import { renderDeliverable } from "./render-deliverable.ts";

const render = async (format: (typeof FORMATS)[number], given = {}) =>
  (await renderDeliverable({ ...SAMPLE, ...given }, format)).bytes;

afterEach(() => {
  vi.useRealTimers();
});

describe("every format", () => {
  it.each(FORMATS)("gives the same bytes for the same input at any time: %s", async (format) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-01-02T03:04:05Z") });
    const first = await render(format);
    vi.setSystemTime(new Date("2031-07-08T09:10:11Z"));
    const second = await render(format);
    expect(Buffer.compare(first, second)).toBe(0);
  });

  it.each(FORMATS)("renders an empty output: %s", async (format) => {
    const empty = { title: "", markdown: "", sources: [], researchQuestion: null, planName: null };
    const { bytes, fileName } = await renderDeliverable({ ...SAMPLE, ...empty }, format);
    expect(bytes.length).toBeGreaterThan(10);
    expect(fileName).toMatch(/^research-v2\.(md|html|docx|xlsx|pptx|pdf)$/);
  });
});

describe("the record of a research", () => {
  const record = ["Event 42 of p-k7q2x9: 9f86d081", "trovella.example/org_1", "— signed <A+/b=>"];

  it("stands at the end of every format as it was given", async () => {
    const markdown = strFromU8(await render("markdown", { record }));
    const lines = `\`\`\`text\n${record.join("\n")}\n\`\`\`\n`;
    expect(markdown.endsWith(`\n## Record\n\n${en.recordNote}\n\n${lines}`)).toBe(true);
    const html = strFromU8(await render("html", { record }));
    expect(html).toContain(
      "9f86d081\ntrovella.example/org_1\n— signed &#x3C;A+/b=></code></pre></section>",
    );
    const docx = await mammoth.extractRawText({
      buffer: Buffer.from(await render("docx", { record })),
    });
    expect(docx.value.trimEnd().endsWith(["Record", en.recordNote, ...record].join("\n\n"))).toBe(
      true,
    );
    const xlsx = Buffer.from(await render("xlsx", { record }));
    expect((await readSheet(xlsx, "Record")).slice(1)).toEqual(record.map((line) => [line]));
    const slides = Object.entries(partsOf(await render("pptx", { record })))
      .filter(([name]) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
      .sort(([one], [other]) => one.localeCompare(other, "en", { numeric: true }));
    const texts = slides.at(-1)?.[1].matchAll(/<a:t>([^<]*)<\/a:t>/g) ?? [];
    expect([...texts].map(([, text]) => text).slice(0, 4)).toEqual([
      "Record",
      ...record.map((line) => line.replace("<", "&lt;").replace(">", "&gt;")),
    ]);
  });

  it.each(FORMATS)("leaves no trace where there is none: %s", async (format) => {
    const without = await render(format);
    expect(await render(format, { record: [] })).toEqual(without);
    expect(strFromU8(without)).not.toContain("## Record");
  });
});

describe("Markdown", () => {
  it("has citations as numbers, the cited sources and the others in lists", async () => {
    const text = strFromU8(await render("markdown"));
    expect(text).toMatch(/^# Heat pumps for older houses\n\nQuestion: Which/);
    expect(text).toContain("enough [1][2].");
    expect(text).toContain(
      "## Sources\n\n- [1] Field study of 77 heat pumps in existing buildings.",
    );
    expect(text).toContain("## Further sources\n\n- [4] Background reading on refrigerants.");
  });
});

describe("HTML", () => {
  it("is one page with contents, citations that lead to sources and back, and no loads", async () => {
    const html = strFromU8(await render("html"));
    const ids = tagsOf(html).flatMap(({ attributes }) => attributes.id ?? []);
    const anchors = tagsOf(html).flatMap(({ attributes }) =>
      attributes.href?.startsWith("#") ? [attributes.href.slice(1)] : [],
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(anchors.filter((anchor) => !ids.includes(anchor))).toEqual([]);
    expect(anchors).toContain("source-1");
    expect(anchors).toContain("cite-1-4");
    expect(html).toContain('<html lang="en">');
    expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
    expect(html).toContain('<blockquote dir="auto">The mean seasonal performance factor');
    expect(html).not.toMatch(/<(script|img|link|iframe)|url\(|@import/i);
  });

  it("has contents only from three headings on", async () => {
    expect(strFromU8(await render("html", { markdown: "## a\n\n## b" }))).not.toContain("<nav");
    expect(strFromU8(await render("html", { markdown: "## a\n\n## b\n\n## c" }))).toContain("<nav");
  });
});

describe("Word", () => {
  it("is read back with headings, lists, tables, links and citations", async () => {
    const buffer = Buffer.from(await render("docx"));
    const { value } = await mammoth.convertToHtml({ buffer });
    expect(value).toMatch(/<h1>(<a[^>]*><\/a>)*Key findings<\/h1>/);
    expect(value).toMatch(/<h2>(<a[^>]*><\/a>)*What would change this answer<\/h2>/);
    expect(value).toContain("<ol><li>A flow temperature above 60 °C.</li>");
    expect(value).toContain("<thead>");
    expect(value).toMatch(/<a href="https:\/\/example.org\/noise">(<strong>)?the calculator/);
    const cited = /<a href="#source_\d"><strong><sup>\d<\/sup><\/strong><\/a>/g;
    expect(value.match(cited)).toHaveLength(8);
    expect(value).toMatch(/3\t<\/strong><a id="source_3"><\/a><strong>Noise limits at night/);
  });

  it("has real properties and page numbers", async () => {
    const parts = partsOf(await render("docx"));
    expect(parts["docProps/core.xml"]).toContain("Heat pumps for older houses");
    expect(parts["docProps/core.xml"]).toContain("2026-03-04T10:20:30Z");
    expect(Object.values(parts).join()).toContain("NUMPAGES");
  });

  it("leads from each of 2,100 citations to the one entry in the list of sources", async () => {
    const markdown = "x [src:src_field]\n\n".repeat(2_100);
    const xml = partsOf(await render("docx", { markdown }))["word/document.xml"] ?? "";
    expect(xml.match(/<w:hyperlink [^>]*w:anchor="source_1"/g)).toHaveLength(2_100);
    expect(xml.match(/<w:bookmarkStart [^>]*w:name="source_1"/g)).toHaveLength(1);
    expect(xml).not.toContain("footnoteReference");
  }, 60_000);
});

describe("Excel", () => {
  it("is read back with typed cells", async () => {
    const buffer = Buffer.from(await render("xlsx"));
    const table = await readSheet(buffer, "Comparison");
    expect(table[0]).toEqual([
      "System",
      "Cost (EUR)",
      "Efficiency",
      "Share",
      "Checked",
      "Suitable",
    ]);
    expect(table[1]).toEqual(["Air source", 28_500, 3.1, 0.72, new Date("2026-02-28"), true]);
    const sources = await readSheet(buffer, "Sources");
    expect(sources.map((row) => row[0])).toEqual(["Number", 1, 2, 3, 4]);
    const findings = await readSheet(buffer, "Findings");
    expect(findings[2]?.slice(0, 7)).toEqual([
      2,
      "Key findings",
      "Running costs are below those of gas when electricity costs less than 3.1 times as much as gas.",
      "• With a special tariff the limit moves to 3.6 [2].",
      null,
      2,
      "2, 1",
    ]);
    expect((await readSheet(buffer, "Answer"))[0]?.[0]).toBe(SAMPLE.title);
  });

  it("has frozen headers and real hyperlinks", async () => {
    const bytes = await render("xlsx");
    expect(partsOf(bytes)["xl/worksheets/sheet2.xml"]).toContain('state="frozen"');
    expect(linkTargets(bytes)).toContain("https://example.org/field-study?year=2024&amp;lang=en");
  });
});

describe("PowerPoint", () => {
  it("has a title, findings with numbers, a comparison, sources and notes", async () => {
    const parts = partsOf(await render("pptx"));
    const slides = Object.keys(parts).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
    expect(slides).toHaveLength(9);
    expect(parts["ppt/slides/slide1.xml"]).toContain(SAMPLE.title);
    expect(parts["ppt/slides/slide5.xml"]).toContain("<a:tbl>");
    expect(parts["ppt/slides/slide9.xml"]).toContain("Electricity prices for households");
    expect(parts["ppt/notesSlides/notesSlide3.xml"]).toContain("special tariff");
  });

  it("has at most 60 slides and says what is left out", async () => {
    const section = (_: unknown, index: number) => `# S${index}\n\nThe text of it.`;
    const markdown = Array.from({ length: 200 }, section).join("\n\n");
    const parts = partsOf(await render("pptx", { markdown }));
    const slides = Object.keys(parts).filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name));
    expect(slides).toHaveLength(60);
    expect(parts["ppt/slides/slide60.xml"]).toContain("Left out (144)");
  });
});
