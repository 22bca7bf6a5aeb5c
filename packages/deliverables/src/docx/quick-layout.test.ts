import { SAMPLE, source } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import type { Source } from "../deliverable.ts";
import { readDocument } from "../document.ts";
import { isQuicklyLaidOut } from "./quick-layout.ts";

const PARAGRAPH = "An ordinary sentence of a report stands here. ".repeat(6);

describe("the pages of a document", () => {
  it.each([
    ["the sample", SAMPLE.markdown],
    ["some 40 pages", `${PARAGRAPH}[src:src_field]\n\n`.repeat(250)],
    ["a table", `|a|b|c|\n|-|-|-|\n${"|word word|word|word|\n".repeat(300)}`],
  ])("are worked out: %s", (_, markdown) => {
    expect(isQuick(markdown)).toBe(true);
  });

  it.each([
    ["hundreds of pages", `${PARAGRAPH}\n\n`.repeat(1_000)],
    ["a word without an end", "a".repeat(8_000)],
    ["very many cells", `|a|b|c|d|e|f|\n|-|-|-|-|-|-|\n${"|1|2|3|4|5|6|\n".repeat(900)}`],
    ["very many lines of code", `\`\`\`\n${"a\n".repeat(4_000)}\`\`\``],
  ])("are not: %s", (_, markdown) => {
    expect(isQuick(markdown)).toBe(false);
  });

  it("are not where the sources say very much", () => {
    const quoting = (count: number) => [
      source("A", {
        quotes: Array.from({ length: count }, (_, index) => `${index}${"t".repeat(400)}`),
      }),
    ];
    expect(isQuick("x [src:A]\n\n".repeat(100), quoting(5))).toBe(true);
    expect(isQuick("x [src:A]", quoting(20))).toBe(false);
  });
});

function isQuick(markdown: string, sources: readonly Source[] = SAMPLE.sources): boolean {
  return isQuicklyLaidOut(readDocument({ ...SAMPLE, markdown, sources }));
}
