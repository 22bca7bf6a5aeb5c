import { DECISION } from "@trovella/testing/deliverables/documents/decision";
import { DOCUMENTS } from "@trovella/testing/deliverables/documents/documents";
import { numbersInPdf, type PdfContent, readPdf } from "@trovella/testing/deliverables/read-pdf";
import { source } from "@trovella/testing/deliverables/sample-deliverable";
import { SAMPLE_WITH_CLAIMS } from "@trovella/testing/deliverables/sample-evidence";
import { afterAll, describe, expect, it } from "vitest";
import { type Block, wordsOf } from "../blocks.ts";
import type { Deliverable } from "../deliverable.ts";
import { inlinesOf } from "../findings.ts";
import { readDocument } from "../read-document.ts";
import { DEFAULT_THEME } from "../theme/theme.ts";
import { Typesetter } from "./compiler/typesetter.ts";
import { typesetPdf } from "./render-pdf.ts";

const typesetter = new Typesetter({ timeoutMs: 110_000 });
afterAll(() => typesetter.close());

const make = (deliverable: Deliverable) => typesetPdf(readDocument(deliverable), typesetter);
const read = async (deliverable: Deliverable) => readPdf((await make(deliverable)).bytes);
const written = (markdown: string, given: Partial<Deliverable> = {}): Deliverable => ({
  ...DECISION,
  made: null,
  sources: [],
  markdown,
  ...given,
});

describe("a PDF", () => {
  it.each(["demo", "decision", "numbers", "no-sources"])(
    "has the whole text of the report in its order: %s",
    async (name) => {
      const deliverable = DOCUMENTS[name] ?? DECISION;
      const found = await read(deliverable);
      expect(missingTexts(deliverable, found)).toEqual([]);
    },
    120_000,
  );

  it("is tagged and accessible, with title, language, outline and links", async () => {
    const file = await make(DECISION);
    const found = await readPdf(file.bytes);
    expect(file.isAccessible).toBe(true);
    expect(found).toMatchObject({ pages: file.pages, title: DECISION.title, language: "en" });
    expect(found.isTagged).toBe(true);
    expect(found.outline).toContain("Gas use falls by two thirds in both monitored pools");
    expect(found.urls).toContain("https://works.example.org/pool-audit");
    const { cited, listed } = await numbersInPdf(file.bytes);
    expect(cited.slice(0, 6)).toEqual([1, 2, 3, 1, 1, 3]);
    expect(Object.keys(listed)).toEqual(["1", "2", "3", "4", "5"]);
  }, 60_000);

  it("is the same each time, in a new process and in one that was used", async () => {
    const first = await make(DECISION);
    await make(DOCUMENTS.arabic ?? DECISION);
    const second = await make(DECISION);
    typesetter.close();
    const third = await make(DECISION);
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
    expect(Buffer.compare(first.bytes, third.bytes)).toBe(0);
  }, 60_000);

  it("has a cover from three pages on, or as the theme says", async () => {
    const firstPage = ({ pieces }: PdfContent) =>
      pieces.filter(({ page }) => page === 1).map(({ text }) => text);
    const short = written("Short answer.");
    expect((await read(short)).pages).toBe(1);
    expect(firstPage(await read(DECISION))).not.toContain("Answer");
    const always = { ...short, theme: { ...DEFAULT_THEME, cover: "always" as const } };
    expect((await read(always)).pages).toBe(2);
    const never = { ...DECISION, theme: { ...DEFAULT_THEME, cover: "never" as const } };
    expect(firstPage(await read(never))).toContain("Answer");
  }, 60_000);

  it("has contents with page numbers above five pages only", async () => {
    expect((await read(DECISION)).text).not.toContain("Contents");
    const sections = Array.from(
      { length: 12 },
      (_, index) => `## Section ${index + 1} [src:1]\n\n${"Plain words of a report. ".repeat(80)}`,
    );
    const long = await read(written(sections.join("\n\n"), { sources: DECISION.sources }));
    const entry = /Section 9\s*(?:\. ?)+\s*(\d+)/.exec(long.text);
    const heading = long.pieces.filter(
      ({ text, size }) => text.includes("Section 9") && size === 16,
    );
    expect(Number(entry?.[1])).toBe(heading[0]?.page);
    expect(long.outline).toContain("Section 9");
  }, 60_000);

  it("shows claims, what they rest on, doubts and the record", async () => {
    const { text } = await read({
      ...SAMPLE_WITH_CLAIMS,
      record: ["Event 42 of p-k7q2x9: 9f86d081"],
    });
    for (const part of ["Evidence", "Claim 1", "Show in the source", "Record", "9f86d081"]) {
      expect(text).toContain(part);
    }
  }, 60_000);

  it("has the logo, or none where it is no picture", async () => {
    const logo = { mediaType: "image/png", width: 1, height: 1 } as const;
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const withLogo = (data: string) => ({
      ...DECISION,
      theme: { ...DEFAULT_THEME, logo: { ...logo, data } },
    });
    const [fine, broken] = [await make(withLogo(png)), await make(withLogo("bm8gcGljdHVyZQ=="))];
    expect(fine.isAccessible).toBe(true);
    expect(broken.pages).toBeGreaterThan(2);
  }, 60_000);
});

describe("hostile input", () => {
  it.each([
    ["Typst code", '#eval("panic()") #import "@preview/x:1.0.0" #read("/etc/passwd") #{ panic() }'],
    ["formulas and labels", "$ x^2 $ @ref <label> \\ ` * _ = // /* ] } ) \\u{202e}"],
    ["raw blocks", '```typst\n#eval("1")\n```\n\n`#raw` ~~~'],
  ])(
    "is text: %s",
    async (_, markdown) => {
      const deliverable = written(`Answer.\n\n## ${markdown.split("\n")[0]}\n\n${markdown}`);
      const found = await read(deliverable);
      expect(missingTexts(deliverable, found)).toEqual([]);
      expect(found.isActive).toBe(false);
    },
    60_000,
  );

  it("of all kinds at once is harmless, and nothing is fetched", async () => {
    const found = await read(DOCUMENTS.hostile ?? DECISION);
    expect(found.isActive).toBe(false);
    expect(found.urls.filter((url) => !/^(?:https?|mailto):/.test(url))).toEqual([]);
    expect(found.text).toContain("#eval(");
  }, 120_000);

  it("of any length and depth makes a file", async () => {
    const levels = Array.from({ length: 30 }, (_, level) => `${"  ".repeat(level)}- item ${level}`);
    const quotes = Array.from({ length: 30 }, (_, level) => `${"> ".repeat(level + 1)}quote`);
    const wide = `|${"a|".repeat(40)}\n|${"-|".repeat(40)}\n|${"b|".repeat(40)}`;
    const sources = Array.from({ length: 1_000 }, (_, index) =>
      source(String(index + 1), { number: index + 1, title: `Source ${index + 1}` }),
    );
    const paragraphs = Array.from(
      { length: 700 },
      (_, index) => `${"Long words of a report. ".repeat(14)}[src:${index + 1}]`,
    );
    const markdown = [levels.join("\n"), quotes.join("\n>\n"), wide, ...paragraphs].join("\n\n");
    const { pages, bytes, memory } = await make(written(markdown, { sources }));
    process.stdout.write(
      `${markdown.length} characters, 1,000 sources: ${pages} pages, ${Math.round(bytes.length / 1_000)} kB, ${Math.round(memory / 1e6)} MB\n`,
    );
    expect(pages).toBeGreaterThan(60);
    expect(memory).toBeLessThan(400 * 1024 * 1024);
  }, 120_000);
});

/** Blocks of the document whose letters the file does not have in the same order. */
function missingTexts(deliverable: Deliverable, { pieces }: PdfContent): string[] {
  const isRunning = ({ page, y }: PdfContent["pieces"][number]) => page > 1 && (y > 772 || y < 70);
  const letters = lettersOf(
    pieces
      .filter((piece) => !isRunning(piece))
      .map(({ text }) => text)
      .join(""),
  );
  const { title, parts } = readDocument(deliverable);
  const blocks = parts.flatMap((part): readonly Block[] => {
    if (part.kind !== "findings") return [...(part.heading ? [part.heading] : []), ...part.blocks];
    const items = part.items.flatMap((item): Block[] => [
      { kind: "paragraph", inlines: item.sentence },
      ...item.blocks,
    ]);
    return [part.heading, ...part.intro, ...items, ...part.rest];
  });
  let from = 0;
  return [title, ...blocks.flatMap(textsOf)].filter((text) => {
    const found = letters.indexOf(lettersOf(text), from);
    if (found >= 0) from = found;
    return found < 0;
  });
}

function textsOf(block: Block): string[] {
  if (block.kind === "table") return [block.header, ...block.rows].flat().map(wordsOf);
  if (block.kind === "list") return block.items.flat().flatMap(textsOf);
  if (block.kind === "quote") return block.blocks.flatMap(textsOf);
  return block.kind === "code" ? [block.text] : [wordsOf(inlinesOf(block))];
}

/** Letters alone: lines, hyphens and raised numbers stand between them. */
function lettersOf(text: string): string {
  return text.normalize("NFKC").replace(/[^\p{L}]/gu, "");
}
