import { SAMPLE, source } from "@trovella/testing/deliverables/sample-deliverable";
import { claim, evidence } from "@trovella/testing/deliverables/sample-evidence";
import { describe, expect, it } from "vitest";
import { type Block, plainText, type TableBlock } from "./blocks.ts";
import { findingsIn, inlinesOf } from "./findings.ts";
import { readDocument } from "./read-document.ts";

const read = (markdown: string, ids: readonly string[] = []) =>
  readDocument({
    ...SAMPLE,
    markdown,
    sources: ids.map((id, index) => source(id, { number: index + 1 })),
  });
const textOf = (blocks: readonly Block[]) =>
  blocks.map((block) => plainText(inlinesOf(block))).join("|");

describe("a document", () => {
  it("has citations with the number of their source", () => {
    expect(textOf(read("a [src:B]. b [src:A, B]. c [src:A]", ["A", "B"]).blocks)).toBe(
      "a[2]. b[1][2]. c[1]",
    );
  });

  it("cites the sources of a claim, and marks a doubtful one", () => {
    const claims = [claim(7), claim(8, { status: "contradicted" }), claim(9, { evidence: [] })];
    const deliverable = {
      ...SAMPLE,
      markdown:
        "a [clm:7]. b [clm:8, 7] c [clm:9] d [clm:x] `[clm:7]`\n\n[clm:7](https://example.com)",
      sources: [source("A", { number: 1 })],
      evidence: evidence(claims),
    };
    const document = readDocument(deliverable);
    expect(textOf(document.blocks)).toBe("a[1]. b[1] (?)[1] c d [?] [clm:7]|[1]");
    expect(document.unknownRefs).toEqual(["clm:x"]);
    expect(document.sources[0]?.isCited).toBe(true);
  });

  it("shows a marker without a source as a question mark", () => {
    const document = read("a [src:X]", ["A"]);
    expect(textOf(document.blocks)).toBe("a [?]");
    expect(document.unknownRefs).toEqual(["X"]);
  });

  it("does not show that a statement is the author's own, but where the lint reads it", () => {
    const deliverable = { ...SAMPLE, markdown: "It will rise [own]. `[own]`", sources: [] };
    expect(textOf(readDocument(deliverable).blocks)).toBe("It will rise. [own]");
    const kept = readDocument(deliverable, { keepsOwn: true });
    expect(textOf(kept.blocks)).toBe("It will rise [own]. [own]");
  });

  it("leaves markers in code alone", () => {
    const document = read("`[src:A]`\n\n```\n[src:A]\n```", ["A"]);
    expect(document.sources[0]?.isCited).toBe(false);
    expect(textOf(document.blocks)).toContain("[src:A]");
  });

  it("takes a marker for a citation even when it is written as a link", () => {
    const markdown = "[src:A](https://example.com) [src:B]\n\n[src:B]: https://example.com";
    expect(textOf(read(markdown, ["A", "B"]).blocks)).toBe("[1][2]");
  });

  it("takes HTML for text, but for line breaks and what only changes the look", () => {
    expect(textOf(read("a<br>b <b>c</b> <script>x</script> <!-- d -->").blocks)).toBe(
      "a\nb c <script>x</script> ",
    );
  });

  it("names an image instead of loading it", () => {
    expect(textOf(read("![A chart](https://example.com/a.png)").blocks)).toBe(
      "[Image: A chart, https://example.com/a.png]",
    );
  });

  it("moves footnotes of the author to a section of their own", () => {
    expect(textOf(read("a[^x] b\n\n[^x]: The note.").blocks)).toBe("a (note 1) b|Notes|The note.");
  });

  it("leaves out a first heading that repeats the title", () => {
    expect(textOf(read(`# ${SAMPLE.title}\n\ntext`).blocks)).toBe("text");
  });

  it("counts heading levels from 1", () => {
    const levels = read("### a\n\n#### b\n\n### c").blocks.map((block) =>
      block.kind === "heading" ? block.level : 0,
    );
    expect(levels).toEqual([1, 2, 1]);
  });

  it.each([
    ["rows", tableOf({ rows: 1_100, columns: 2 }), { rows: 1_000, columns: 2 }],
    ["columns", tableOf({ rows: 3, columns: 60 }), { rows: 3, columns: 50 }],
  ])(
    "cuts a table with too many %s and says so",
    (_, markdown, shown) => {
      const [table, note] = read(markdown).blocks as [TableBlock, Block];
      expect({ rows: table.rows.length, columns: table.header.length }).toEqual(shown);
      expect(textOf([note])).toContain("1,000 rows and 50 columns");
    },
    30_000,
  );

  it("refuses what is too large with a next step", () => {
    expect(() => read("a".repeat(300_001))).toThrow(/300,001 characters.*Next: split/);
  });

  it("finds paragraphs and list items as findings, with the sources of the points below them", () => {
    const findings = findingsIn(
      read("## S\n\nP [src:A].\n\n- I\n  - J [src:B]", ["A", "B"]).blocks,
    );
    expect(findings.map(({ section, text, numbers }) => [section, text, numbers])).toEqual([
      ["S", "P.", [1]],
      ["S", "I", [2]],
      ["S", "J", [2]],
    ]);
  });
});

function tableOf({ rows, columns }: { rows: number; columns: number }): string {
  const row = `|${" x |".repeat(columns)}`;
  return [row, row.replaceAll("x", "-"), ...Array(rows).fill(row)].join("\n");
}
