import { SAMPLE, source } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import { type Block, plainText, wordsOf } from "../blocks.ts";
import { inlinesOf } from "../findings.ts";
import { readDocument } from "../read-document.ts";
import type { Part } from "./part.ts";

const sources = [
  source("A", { number: 1, url: "https://www.example.org/a" }),
  source("B", { number: 2, url: "https://data.example.org/b" }),
  source("C", { number: 3, url: "https://other.example/c" }),
];
const read = (markdown: string, given = {}) =>
  readDocument({ ...SAMPLE, markdown, sources, ...given }).parts;
const words = (blocks: readonly Block[]) =>
  blocks.map((block) => wordsOf(inlinesOf(block))).join("|");
const kinds = (parts: readonly Part[]) => parts.map(({ kind }) => kind);

describe("the parts of a report", () => {
  it("begin with the answer, wherever it stands among the first sections", () => {
    const parts = read("## Background\n\nOld.\n\n## Answer\n\nYes [src:A][src:B][src:C].");
    expect(kinds(parts)).toEqual(["answer", "section"]);
    expect(parts[0]).toMatchObject({ kind: "answer", independentSources: 2, confidence: null });
  });

  it("take the text before the first heading for the answer", () => {
    const parts = read("Yes, it pays.\n\n## Prices\n\nHigh.\n\n## Conclusion\n\nIt pays.");
    expect(kinds(parts)).toEqual(["answer", "section", "section"]);
  });

  it("take only the opening lines of a text without headings", () => {
    const parts = read("Ask for a decision.\n\nNot a topic.\n\n```\nx\n```\n\nMore.");
    expect(kinds(parts)).toEqual(["answer", "section"]);
    expect(words(parts[0]?.kind === "answer" ? parts[0].blocks : [])).toBe(
      "Ask for a decision.|Not a topic.",
    );
  });

  it("go on below an answer that is longer than its box", () => {
    const parts = read(`## Answer\n\n${"Yes. ".repeat(200)}\n\n${"No. ".repeat(300)}\n\n## b\n\nc`);
    expect(kinds(parts)).toEqual(["answer", "section", "section"]);
    expect(parts[1]?.heading).toBeNull();
  });

  it.each([
    ["(high confidence)", "high"],
    ["(confidence 60 %)", "medium"],
    ["(confidence: 0.2)", "low"],
    ["Confidence: low.", "low"],
    ["(uncertain)", "low"],
    ["(hohe Sicherheit)", "high"],
    ["with high confidence in the data", null],
    ["(in high places)", null],
  ])("state a confidence as %s", (words, confidence) => {
    const [findings] = read(`## Findings\n\n- It is true. ${words}\n- b is true.`);
    expect(findings?.kind === "findings" && findings.items[0]?.confidence).toBe(confidence);
  });

  it("read the stated confidence, else the stored one", () => {
    expect(read("Yes. (high confidence)\n\n## A\n\nb")[0]).toMatchObject({ confidence: "high" });
    expect(read("Yes.\n\n## A\n\nb", { confidence: 0.5 })[0]).toMatchObject({
      confidence: "medium",
    });
  });

  it("know findings by their statement, confidence and independent sources", () => {
    const [findings] = read(
      "## Key findings\n\n1. **Three pools cause most of it.** They burn 5.9 GWh [src:A, B]. (high confidence)\n2. Prices matter more [src:C]. They doubled [src:A].\n   Confidence: low.",
    );
    if (findings?.kind !== "findings") throw new Error("There are no findings.");
    const [first, second] = findings.items;
    expect(wordsOf(first?.sentence ?? [])).toBe("Three pools cause most of it.");
    expect(words(first?.blocks ?? [])).toBe("They burn 5.9 GWh.");
    expect(first).toMatchObject({ confidence: "high", sources: [1, 2], independentSources: 1 });
    expect(plainText(second?.sentence ?? [])).toBe("Prices matter more[3].");
    expect(second).toMatchObject({ confidence: "low", sources: [3, 1], independentSources: 2 });
  });

  it.each([
    [
      "de",
      "## Wichtigste Erkenntnisse\n\n- Erstens ist es teuer.\n\n## Was diese Antwort ändern würde\n\nx\n\n## Grenzen\n\ny",
    ],
    [
      "ja",
      "## 主な発見\n\n- 三つのプールが重要です。\n\n## この結論が変わる条件\n\nx\n\n## 限界\n\ny",
    ],
    [
      "ar",
      "## أهم النتائج\n\n- ثلاثة مسابح هي السبب.\n\n## ما الذي قد يغير هذه الإجابة\n\nx\n\n## القيود\n\ny",
    ],
  ])("are known by their headings in other languages: %s", (_, markdown) => {
    expect(kinds(read(markdown))).toEqual(["findings", "change", "limits"]);
  });

  it("hold every word of the text once", () => {
    const markdown = `Intro.\n\n## Key findings\n\nBefore.\n\n- One thing. More of it.\n- Two things are true.\n\nAfter.\n\n## Tables\n\n| a | b |\n|---|---|\n| x | 1 |\n\n### Below\n\n> quote\n\n## Limits\n\n- few`;
    const document = readDocument({ ...SAMPLE, markdown, sources });
    const inParts = document.parts.flatMap((part) => {
      const heading = part.heading ? [part.heading] : [];
      if (part.kind !== "findings") return [...heading, ...part.blocks];
      const items = part.items.flatMap(({ sentence, blocks }): Block[] => [
        { kind: "paragraph", inlines: sentence },
        ...blocks,
      ]);
      return [...heading, ...part.intro, ...items, ...part.rest];
    });
    const letters = (blocks: readonly Block[]) => words(blocks).replace(/[\s|]/g, "");
    expect(letters(inParts)).toBe(letters(document.blocks));
  });

  it("have levels without gaps", () => {
    const { blocks } = readDocument({ ...SAMPLE, markdown: "## a\n\n##### b\n\n### c\n\n## d" });
    const levels = blocks.flatMap((block) => (block.kind === "heading" ? [block.level] : []));
    expect(levels).toEqual([1, 2, 2, 1]);
  });

  it("begin below a single heading above all others", () => {
    const markdown = "# Another title\n\nYes.\n\n## a\n\nb\n\n## c\n\nd";
    const { subtitle, parts } = readDocument({ ...SAMPLE, markdown });
    expect(subtitle).toBe("Another title");
    expect(kinds(parts)).toEqual(["answer", "section", "section"]);
  });
});
