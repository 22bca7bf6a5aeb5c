import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import { readDocument } from "../document.ts";
import { planSlides, type Slide } from "./plan-slides.ts";

const TABLE = "| a | b |\n|---|---|\n| 1 | 2 |";

describe("slides", () => {
  it("come in the order of the text, and a heading that only a table follows stands over it", () => {
    const slides = slidesOf(`## Options\n\nBefore.\n\n### Costs\n\n${TABLE}\n\nAfter.`);
    expect(slides.map(({ kind, title }) => [kind, title])).toEqual([
      ["bullets", "Options (1/3)"],
      ["table", "Options: Costs (2/3)"],
      ["bullets", "Options (3/3)"],
    ]);
  });

  it("of a long section have about as much on each, in letters of one size", () => {
    const items = Array.from({ length: 14 }, (_, index) => `- ${index} ${"word ".repeat(24)}`);
    const slides = slidesOf(`## Findings\n\n${items.join("\n")}`);
    const bullets = slides.flatMap((slide) => (slide.kind === "bullets" ? [slide] : []));
    expect(bullets.map((slide) => slide.bullets.length)).toEqual([7, 7]);
    expect(new Set(bullets.map(({ isSparse }) => isSparse)).size).toBe(1);
  });

  it("of a wide table show about as many columns each, the first one on all of them", () => {
    const row = (text: string) =>
      `|${Array.from({ length: 10 }, (_, index) => ` ${text}${index} |`).join("")}`;
    const slides = slidesOf(
      `## Wide\n\n${row("h")}\n${row("---").replace(/\d/g, "")}\n${row("c")}`,
    );
    const headers = slides.flatMap((slide) => (slide.kind === "table" ? [slide.part.header] : []));
    expect(headers.map((header) => header.join(" "))).toEqual([
      "h0 h1 h2 h3 h4 h5",
      "h0 h6 h7 h8 h9",
    ]);
  });
});

/** Without the title and the sources. */
function slidesOf(markdown: string): Slide[] {
  return planSlides(readDocument({ ...SAMPLE, markdown, sources: [] }), []).slice(1);
}
