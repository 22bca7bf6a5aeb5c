import { SAMPLE, source } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import type { Source } from "../deliverable.ts";
import { readDocument } from "../read-document.ts";
import { measureText } from "./measure-text.ts";

const PARAGRAPH = "An ordinary sentence of a report stands here. ".repeat(6);

describe("what a document is expected to need", () => {
  it("is pages by its text", () => {
    const { pages } = measured(`${PARAGRAPH}[src:src_field]\n\n`.repeat(250));
    expect(pages).toBeGreaterThan(17);
    expect(pages).toBeLessThan(24);
  });

  it("counts letters of East Asian scripts twice", () => {
    const latin = measured(`${"a".repeat(70)} `.repeat(200)).pages;
    expect(measured(`${"あ".repeat(70)} `.repeat(200)).pages).toBeGreaterThan(latin * 1.7);
  });

  it.each([
    ["words without an end", "a".repeat(8_000), 11_000],
    ["many cells", `|a|b|c|d|e|f|\n|-|-|-|-|-|-|\n${"|1|2|3|4|5|6|\n".repeat(900)}`, 8_000],
    ["many lines of code", `\`\`\`\n${"a\n".repeat(4_000)}\`\`\``, 6_000],
  ])("is time for %s", (_, markdown, least) => {
    expect(measured(markdown).layoutMs).toBeGreaterThan(least);
  });

  it("is time for what the sources say", () => {
    const quotes = Array.from({ length: 20 }, (_, index) => `${index}${"t".repeat(400)}`);
    expect(measured("x [src:A]", [source("A", { quotes })]).layoutMs).toBeGreaterThan(8_000);
  });
});

function measured(markdown: string, sources: readonly Source[] = SAMPLE.sources) {
  return measureText(readDocument({ ...SAMPLE, markdown, sources }));
}
