import { DECISION } from "@trovella/testing/deliverables/documents/decision";
import { DOCUMENTS } from "@trovella/testing/deliverables/documents/documents";
import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import type { Deliverable } from "../deliverable.ts";
import { readDocument } from "../read-document.ts";
import { DEFAULT_THEME } from "../theme/theme.ts";
import { indentOf, textMeasure } from "./measure/text-measure.ts";
import { planDeck } from "./plan-deck.ts";
import { BOTTOM, CELL, type Shape, SLIDE, type Slide, TITLE_BOX, TITLE_SIZE } from "./slide.ts";
import { slideContext } from "./slide-context.ts";

const ALL: Readonly<Record<string, Deliverable>> = { ...DOCUMENTS, sample: SAMPLE };
const TABLE = "| a | b |\n|---|---|\n| x | y |";

describe("the slides of a document", () => {
  it("are cover, answer, findings, charts with their tables, what would change it, method, making and sources", () => {
    expect(
      deckOf(DECISION).map(({ kicker, title }) => `${kicker ? `${kicker}: ` : ""}${title}`),
    ).toEqual([
      "Heat pumps for the public pools: which to convert first",
      "Convert Nordbad, Harbour and Riverside before winter 2028",
      "Key findings: Three pools cause most of the emissions. Ventilation matters as much as water.",
      "Key findings: Grid connection is the slowest part. Prices turn the result more than technology does.",
      "Nordbad, Harbour and Riverside pay back within nine years",
      "Nordbad, Harbour and Riverside pay back within nine years: The table ranks the seven indoor pools",
      "Gas use falls by two thirds in both monitored pools",
      "Gas use falls by two thirds in both monitored pools: Both trial pools were metered for two winters before and two after the conversion",
      "3 things would change this answer · 3 limits remain",
      "Method: Four searches in two languages",
      "How this was made: 17 pages were read · 2 checkpoints were approved",
      "Sources",
    ]);
  });

  it.each(Object.entries(ALL))("have no text that leaves its box: %s", (_, deliverable) => {
    const { bodyFont } = deliverable.theme ?? DEFAULT_THEME;
    expect(deckOf(deliverable).flatMap((slide) => overflowsOf(slide, bodyFont))).toEqual([]);
  });

  it.each(Object.entries(ALL))("have titles of their own: %s", (_, deliverable) => {
    const titles = deckOf(deliverable).map(({ title }) => title);
    expect(titles.filter((title) => title.trim() === "")).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it.each(Object.entries(ALL))("keep the whole text in their notes: %s", (_, deliverable) => {
    const notes = deckOf(deliverable)
      .map((slide) => slide.notes)
      .join("\n");
    const words = deliverable.markdown.slice(0, 4_000).match(/[\p{L}]{7,}/gu) ?? [];
    const missing = words.filter((word) => !notes.includes(word) && !/^https?$/.test(word));
    // Words that state a confidence stand in chips, and links are targets.
    expect(missing.length / Math.max(1, words.length)).toBeLessThan(0.15);
  });

  it("are sixty at most, of which those beyond twenty-five are an appendix, and say what is left out", () => {
    const markdown = Array.from(
      { length: 200 },
      (_, index) => `# S${index}\n\nThe text of it.`,
    ).join("\n\n");
    const slides = deckOf({ ...SAMPLE, markdown });
    expect(slides).toHaveLength(60);
    expect(slides[25]?.title).toBe("Appendix");
    expect(slides.at(-1)?.title).toBe("Left out (144)");
    expect(slides.at(-1)?.notes).toContain("S199");
  });

  it("show a section with a chart before one with text alone, where there is no room for both", () => {
    const texts = Array.from({ length: 30 }, (_, index) => `## T${index}\n\ntext`).join("\n\n");
    const chart = "## Chart\n\n| Town | Cost |\n|---|---:|\n| A | 1 |\n| B | 2 |\n| C | 3 |";
    const slides = deckOf({ ...SAMPLE, markdown: `${texts}\n\n${chart}` }).slice(0, 25);
    expect(slides.some(({ shapes }) => shapes.some(({ kind }) => kind === "chart"))).toBe(true);
  });

  it("have three findings each, and two where one would be left alone", () => {
    const findings = (count: number) =>
      Array.from({ length: count }, (_, index) => `${index + 1}. Finding ${index} is true.`).join(
        "\n",
      );
    const counts = (count: number) =>
      deckOf({ ...SAMPLE, sources: [], markdown: `## Key findings\n\n${findings(count)}` })
        .map(({ shapes }) => named(shapes, /^Finding/).length)
        .filter((found) => found > 0);
    expect([2, 3, 4, 5, 7].map(counts)).toEqual([[2], [3], [2, 2], [3, 2], [3, 2, 2]]);
  });

  it("show eight rows of a long table and say how many there are in the document", () => {
    const rows = Array.from({ length: 20 }, (_, index) => `| Town ${index} | yes |`).join("\n");
    const [, slide] = deckOf({
      ...SAMPLE,
      sources: [],
      markdown: `## Towns\n\n| Town | Free |\n|---|---|\n${rows}`,
    });
    const table = slide?.shapes.find((shape) => shape.kind === "table");
    expect(table?.kind === "table" && table.rows.length).toBe(9);
    expect(textsOf(slide)).toContain("and 12 more in the document");
  });

  it("show about as many columns of a wide table each, the first one on all of them", () => {
    const row = (text: string) =>
      `|${Array.from({ length: 10 }, (_, index) => ` ${text}${index} |`).join("")}`;
    const markdown = `## Wide\n\n${row("h")}\n${row("---").replace(/\d/g, "")}\n${row("c")}`;
    const headers = deckOf({ ...SAMPLE, sources: [], markdown }).flatMap(({ shapes }) =>
      shapes.flatMap((shape) =>
        shape.kind === "table"
          ? [shape.rows[0]?.cells.map(({ runs }) => runs[0]?.text).join(" ")]
          : [],
      ),
    );
    expect(headers).toEqual(["h0 h1 h2 h3 h4 h5", "h0 h6 h7 h8 h9"]);
  });

  it("cut a heading that is longer than the line above the title", () => {
    const markdown = `## First\n\nYes.\n\n## ${"Long heading ".repeat(20)}\n\nThis is a sentence. And so on.`;
    const { kicker = "" } = deckOf({ ...SAMPLE, sources: [], markdown }).at(-1) ?? {};
    expect(kicker).toMatch(/^Long heading .*…$/);
    expect(textMeasure("Calibri").widthOf(kicker, { size: 12, bold: true })).toBeLessThan(
      TITLE_BOX.w,
    );
  });

  it("leave out a chart that cannot be drawn, and keep its table", () => {
    const document = readDocument(DECISION);
    const slides = planDeck(slideContext(document, () => false));
    const kinds = slides.flatMap(({ shapes }) => shapes.map(({ kind }) => kind));
    expect(kinds).not.toContain("chart");
    expect(kinds.filter((kind) => kind === "table")).toHaveLength(2);
  });

  it("name a table by the heading above it, and say which section it belongs to", () => {
    const slides = deckOf({
      ...SAMPLE,
      markdown: `## First\n\nYes.\n\n## Options\n\n### Costs\n\n${TABLE}\n\nAfter.`,
    });
    const table = slides.find(({ shapes }) => shapes.some(({ kind }) => kind === "table"));
    expect(table).toMatchObject({ kicker: "Options", title: "Costs" });
  });

  it("name the source of a sentence that became the title in the line below", () => {
    const markdown = "It is warm [src:src_field].\n\nAnd it stays so.";
    const [, answer] = deckOf({ ...SAMPLE, markdown });
    expect(answer).toMatchObject({
      title: "It is warm",
      source: expect.stringMatching(/^Source: 1 /),
    });
  });

  it("have at most forty words beside a chart and six lines of text", () => {
    const words = "word ".repeat(300);
    const chart = "| Town | Cost |\n|---|---:|\n| A | 1 |\n| B | 2 |\n| C | 3 |";
    const slides = deckOf({
      ...SAMPLE,
      sources: [],
      markdown: `## A\n\n${words}\n\n${chart}\n\n## B\n\n${words}`,
    });
    const [beside] = slides.flatMap(({ shapes }) => named(shapes, /^What it means$/));
    expect(beside?.paragraphs.flatMap(({ runs }) => runs[0]?.text.split(" ") ?? [])).toHaveLength(
      40,
    );
    const measure = textMeasure("Calibri");
    const [text] = slides.flatMap(({ shapes }) => named(shapes, /^Text$/));
    const lines = text?.paragraphs.map((paragraph) => measure.linesOf(paragraph, text.box.w, text));
    expect(lines?.reduce((sum, count) => sum + count, 0)).toBe(6);
  });
});

const decks = new Map<Deliverable, Slide[]>();

function deckOf(deliverable: Deliverable): Slide[] {
  const deck =
    decks.get(deliverable) ?? planDeck(slideContext(readDocument(deliverable), () => true));
  decks.set(deliverable, deck);
  return deck;
}

function named(shapes: readonly Shape[], name: RegExp) {
  return shapes.flatMap((shape) => (shape.kind === "text" && name.test(shape.name) ? [shape] : []));
}

function textsOf(slide: Slide | undefined): string[] {
  return (slide?.shapes ?? []).flatMap((shape) =>
    shape.kind === "text"
      ? shape.paragraphs.map(({ runs }) => runs.map(({ text }) => text).join(""))
      : [],
  );
}

/** What would not fit, by the measure that the slides are made with, and what leaves the slide. */
function overflowsOf(slide: Slide, font: string): string[] {
  const measure = textMeasure(font);
  const titleHeight = measure.heightOf([{ runs: [{ text: slide.title }] }], TITLE_BOX.w, {
    size: TITLE_SIZE,
    bold: true,
  });
  const shapes = slide.shapes.flatMap((shape) => {
    const { x, y, w, h } = shape.box;
    const isOutside = x < 0 || y < 0 || x + w > SLIDE.width + 0.01 || y + h > SLIDE.height;
    if (isOutside) return [`${slide.title}: ${shape.kind} leaves the slide`];
    if (shape.kind === "text") {
      const needed = measure.heightOf(shape.paragraphs, w, shape);
      const indents = shape.paragraphs.map((paragraph) => indentOf(paragraph, shape.size).start);
      return needed > h + 0.02 || Math.max(0, ...indents) > w / 2
        ? [`${slide.title}: ${shape.name}`]
        : [];
    }
    if (shape.kind !== "table") return [];
    const rows = shape.rows.filter(({ height, cells }) =>
      cells.some(({ runs, bold = false }, column) => {
        const room = (shape.widths[column] ?? 0) - 2 * CELL.x;
        return measure.heightOf([{ runs }], room, { size: shape.size, bold }) > height;
      }),
    );
    return [
      ...rows.map(() => `${slide.title}: a row`),
      ...(y + h > BOTTOM + 0.01 ? [`${slide.title}: the table`] : []),
    ];
  });
  const isCover = slide.layout === "cover";
  return [
    ...(isCover || titleHeight <= TITLE_BOX.h + 0.1 ? [] : [`${slide.title}: its title`]),
    ...shapes,
  ];
}
