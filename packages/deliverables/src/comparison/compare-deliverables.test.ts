import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Deliverable, Source } from "../deliverable.ts";
import { compareBlocks, compareWords, type Span } from "./compare-blocks.ts";
import { compareDeliverables } from "./compare-deliverables.ts";
import { diffSequences } from "./diff-sequences.ts";
import type { TextBlock } from "./text-blocks.ts";
import { wordsIn } from "./words-in.ts";

describe("two versions of a document", () => {
  it("that are alike have no changes", () => {
    const text = "# A\n\nB [src:1].\n\n- C\n- D\n\n| E | F |\n|---|---|\n| 1 | 2 |\n";
    const { blocks, changes } = compareDeliverables(version(text), version(text));
    expect(changes).toBe(0);
    expect(blocks.map(({ kind }) => kind)).toEqual([
      "heading",
      "paragraph",
      "item",
      "item",
      "row",
      "row",
    ]);
  });

  it("are compared by blocks, and changed blocks by words", () => {
    const { blocks, changes } = compareDeliverables(
      version("Kept.\n\nHeat pumps cost 9,000 euros in most houses [src:1].\n\nGone for good."),
      version(
        "Kept.\n\nHeat pumps cost 11,500 euros in most houses [src:2].\n\n- Entirely new words",
      ),
    );
    expect(changes).toBe(3);
    expect(blocks).toMatchObject([
      { change: "none", text: "Kept." },
      { change: "changed" },
      { change: "removed", text: "Gone for good." },
      { change: "added", kind: "item", text: "• Entirely new words" },
    ]);
    expect(marked(blocks[1])).toEqual({ before: ["9,000", "1"], after: ["11,500", "2"] });
  });

  it("name the sources that only one of them cites", () => {
    expect(
      compareDeliverables(version("A [src:1]. B [src:2]."), version("A [src:3]. B [src:2].")),
    ).toMatchObject({ sourcesAdded: [3], sourcesRemoved: [1] });
  });

  it("divide Japanese and Arabic texts into words", () => {
    const japanese = compareWords("東京は日本の首都です。", "京都は日本の古都です。");
    expect(japanese.after.some(({ isMarked }) => !isMarked)).toBe(true);
    expect(compareWords("السعر مئة يورو", "السعر ألف يورو").after).toEqual([
      { text: "السعر " },
      { text: "ألف", isMarked: true },
      { text: " يورو" },
    ]);
  });

  it("never become markup: what they say stays text", () => {
    const hostile = "`<img src=x onerror=alert(1)>` <script>alert(1)</script>";
    const { blocks } = compareDeliverables(version("Before."), version(hostile));
    expect(JSON.stringify(blocks)).toContain("<img src=x onerror=alert(1)>");
    expect(blocks.every((block) => "text" in block || "after" in block)).toBe(true);
  });

  it("can be long, and nothing alike", () => {
    const lines = (word: string) => `\`\`\`\n${`${word}\n`.repeat(21_000)}\`\`\``;
    const { blocks, isCut } = compareDeliverables(version(lines("old")), version(lines("new")));
    expect([blocks.length, isCut]).toEqual([20_000, true]);
    const oneLine = (word: string) => `${word} `.repeat(70_000);
    const { after } = compareWords(oneLine("old"), oneLine("new"));
    expect(after).toHaveLength(2);
  });
});

describe("a comparison", () => {
  const block = fc.record({
    kind: fc.constantFrom("heading", "paragraph", "item") as fc.Arbitrary<TextBlock["kind"]>,
    level: fc.constantFrom(0, 1),
    text: fc
      .array(fc.constantFrom("a", "b", "cost", "京都", " ", ".", "[1]"), { maxLength: 8 })
      .map((words) => words.join(" ")),
  });

  it("holds both versions whole, whatever they are", () => {
    fc.assert(
      fc.property(fc.array(block), fc.array(block), (before, after) => {
        const blocks = compareBlocks(before, after);
        const side = (gone: "added" | "removed", name: "before" | "after") =>
          blocks.flatMap((each) => {
            if (each.change === gone) return [];
            return [each.change === "changed" ? joined(each[name]) : each.text];
          });
        expect(side("added", "before")).toEqual(before.map(({ text }) => text));
        expect(side("removed", "after")).toEqual(after.map(({ text }) => text));
      }),
    );
  });

  it("leaves the words of a text as they are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(wordsIn(text).join("")).toBe(text);
      }),
    );
  });

  it("gives up on what differs in too much, and keeps the ends that are alike", () => {
    const sequence = (middle: string) => ["a", ...middle.repeat(20), "z"];
    const runs = diffSequences(sequence("x"), sequence("y"), { keyOf: String, maxEdits: 3 });
    expect(runs.map(({ isSame, before }) => [isSame, before.length])).toEqual([
      [true, 1],
      [false, 20],
      [true, 1],
    ]);
  });
});

function joined(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join("");
}

function marked(block: unknown): { before: string[]; after: string[] } {
  const { before, after } = block as { before: Span[]; after: Span[] };
  const words = (spans: readonly Span[]) =>
    spans.filter(({ isMarked }) => isMarked).map(({ text }) => text);
  return { before: words(before), after: words(after) };
}

function version(markdown: string): Deliverable {
  return {
    title: "Report",
    markdown,
    sources: [1, 2, 3].map(source),
    researchQuestion: null,
    planName: null,
    createdAt: new Date(0),
    version: 1,
  };
}

function source(number: number): Source {
  return {
    number,
    refs: [String(number)],
    title: `Source ${number}`,
    url: null,
    author: null,
    publishedAt: null,
    retrievedAt: null,
    doi: null,
    quotes: [],
  };
}
