import { DOCUMENTS } from "@trovella/testing/deliverables/documents/documents";
import { partsOf } from "@trovella/testing/deliverables/read-back";
import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import type { Deliverable } from "../deliverable.ts";
import { readDocument } from "../read-document.ts";
import { DEFAULT_THEME } from "../theme/theme.ts";
import { renderDocx } from "./render-docx.ts";

const PARAGRAPH = "An ordinary sentence of a report stands here. ".repeat(12);
const SECTIONS = (count: number) =>
  Array.from(
    { length: count },
    (_, index) =>
      `## Part ${index + 1}\n\n${PARAGRAPH}\n\n### Detail\n\n${PARAGRAPH}\n\n${PARAGRAPH}\n`,
  ).join("\n");
const COVER = 'prst="rect"';

describe("a Word document", () => {
  it("of one or two pages begins with its title instead of a cover", async () => {
    const parts = await partsOfDocument({ markdown: "Yes.\n\n## Why\n\nBecause." });
    expect(everything(parts)).not.toContain(COVER);
    expect(parts["word/document.xml"]).toContain("Date: 4 March 2026");
    expect(parts["word/document.xml"]).toContain("<w:titlePg/>");
  });

  it("of three pages has a cover, and no contents yet", async () => {
    const parts = await partsOfDocument({ markdown: SECTIONS(5) });
    expect(everything(parts)).toContain(COVER);
    expect(parts["word/document.xml"]).not.toContain("TOC \\");
  });

  it("of more than five pages has contents of two levels with numbers, behind the answer", async () => {
    const xml =
      (await partsOfDocument({ markdown: `Yes.\n\n${SECTIONS(16)}` }))["word/document.xml"] ?? "";
    expect(xml).toMatch(/>Answer<.*?TOC \\h \\o &quot;1-2&quot;.*?>Part 1</s);
    const numbers = contentsNumbers(xml);
    expect(numbers).toHaveLength(34);
    expect(numbers).not.toContain("");
    expect(numbers).toEqual(numbers.toSorted((a, b) => Number(a) - Number(b)));
    expect(xml).not.toContain("<w:pageBreakBefore/>");
  }, 30_000);

  it("of more than thirty pages begins its sections on new pages and lists only them", async () => {
    const xml =
      (await partsOfDocument({ markdown: `Yes.\n\n${SECTIONS(80)}` }))["word/document.xml"] ?? "";
    expect(xml).toContain("TOC \\h \\o &quot;1-1&quot;");
    expect(xml.match(/<w:pageBreakBefore\/>/g)).toHaveLength(81);
    const numbers = contentsNumbers(xml).map(Number);
    // The answer and the first part behind it, then one page a part.
    expect(numbers.slice(1, 5).map((number) => number - (numbers[1] ?? 0))).toEqual([0, 1, 2, 3]);
  }, 60_000);

  it("that takes too long to lay out has contents that lead to their headings without numbers", async () => {
    const xml =
      (
        await partsOfDocument({
          markdown: `Yes.\n\n${SECTIONS(4)}${`${PARAGRAPH}\n\n`.repeat(500)}${"a".repeat(8_000)}`,
        })
      )["word/document.xml"] ?? "";
    expect(xml).toMatch(/TOC \\h \\n &quot;1-1&quot; \\o/);
    expect(contentsNumbers(xml)).toEqual([]);
    expect(xml).toContain('w:anchor="_Toc2"');
  }, 30_000);

  it("shows a cover or none as its theme says", async () => {
    const short = { markdown: "Yes." };
    const withCover = (cover: "always" | "never", given: Partial<Deliverable>) =>
      partsOfDocument({ ...given, theme: { ...DEFAULT_THEME, cover } }).then(everything);
    expect(await withCover("always", short)).toContain(COVER);
    expect(await withCover("never", { markdown: SECTIONS(5) })).not.toContain(COVER);
  });

  it("takes fonts, paper, footer and logo from its theme", async () => {
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const theme = {
      ...DEFAULT_THEME,
      name: "House",
      headingFont: "Georgia",
      bodyFont: "Arial",
      footer: "Internal",
      paper: "letter" as const,
      logo: { mediaType: "image/png" as const, data: png, width: 1, height: 1 },
    };
    const parts = await partsOfDocument({ theme });
    expect(parts["word/theme/theme1.xml"]).toMatch(
      /name="House".*<a:majorFont><a:latin typeface="Georgia".*<a:minorFont><a:latin typeface="Arial"/s,
    );
    expect(parts["word/document.xml"]).toContain('<w:pgSz w:w="12240" w:h="15840"');
    expect(everything(parts)).toContain("Internal");
    expect(Object.keys(parts).filter((name) => name.startsWith("word/media/"))).toHaveLength(1);
  });

  it("marks what runs from right to left", async () => {
    const { "word/document.xml": xml = "", "word/styles.xml": styles = "" } = partsOf(
      await bytesOf(DOCUMENTS.arabic as Deliverable),
    );
    expect(xml).toContain("<w:bidiVisual/>");
    expect(xml.match(/<w:bidi\/>/g)?.length).toBeGreaterThan(30);
    expect(xml.match(/<w:rtl\/>/g)?.length).toBeGreaterThan(20);
    expect(styles).toMatch(/<w:lang [^>]*w:bidi="ar-SA"/);
  });

  it("says in which language it is, and names fonts for it", async () => {
    const parts = partsOf(await bytesOf(DOCUMENTS.japanese as Deliverable));
    expect(parts["word/styles.xml"]).toMatch(/<w:lang [^>]*w:eastAsia="ja-JP"/);
    expect(parts["word/theme/theme1.xml"]).toContain('<a:ea typeface="Yu Gothic"/>');
  });

  it("gives a confidence in a column of its own a ground of its colour", async () => {
    const xml = partsOf(await bytesOf(DOCUMENTS.decision as Deliverable))["word/document.xml"];
    expect(xml).toMatch(/<w:shd w:fill="D5EFE8"[^>]*\/><\/w:rPr><w:t[^>]*>\u2002high\u2002</);
    expect(xml).toContain("\u2002high confidence\u2002");
  });

  it("puts the quotes of more than sixty sources behind the list", async () => {
    const sources = Array.from({ length: 61 }, (_, index) => ({
      ...(SAMPLE.sources[0] as Deliverable["sources"][number]),
      number: index + 1,
      refs: [String(index + 1)],
      quotes: [`quote ${index + 1}`],
    }));
    const xml =
      (await partsOfDocument({ sources, markdown: "x [src:1]" }))["word/document.xml"] ?? "";
    expect(xml).toMatch(/>Quotes<.*“quote 1”.*“quote 61”/s);
    expect(xml.indexOf("“quote 1”")).toBeGreaterThan(xml.indexOf(">Further sources<"));
  });
});

async function bytesOf(deliverable: Deliverable): Promise<Uint8Array> {
  return renderDocx(readDocument(deliverable));
}

async function partsOfDocument(given: Partial<Deliverable>) {
  return partsOf(await bytesOf({ ...SAMPLE, ...given }));
}

function everything(parts: Record<string, string>): string {
  return Object.values(parts).join();
}

/** What the fields for page numbers in the contents show. */
function contentsNumbers(xml: string): string[] {
  const shown = xml.matchAll(
    /PAGEREF _Toc\d+ \\h<\/w:instrText><w:fldChar w:fldCharType="separate"\/>(?:<w:t[^>]*>([^<]*))?/g,
  );
  return [...shown].map(([, number = ""]) => number);
}
