import { describe, expect, it } from "vitest";
import type { Inline, TableBlock } from "../../blocks.ts";
import { pdfTable } from "./table.ts";

const cell = (text: string): Inline[] => [{ kind: "text", text }];
const tableOf = (header: string[], rows: string[][]): TableBlock => ({
  kind: "table",
  alignments: header.map(() => null),
  header: header.map(cell),
  rows: rows.map((row) => row.map(cell)),
  chart: null,
});
const write = (table: TableBlock) =>
  pdfTable(table, {
    sources: new Set(),
    claims: new Set(),
    cited: new Set(),
    headingCitations: [],
    document: { language: "en" },
  });

describe("a table", () => {
  it("has numbers at the end and confidence as chips", () => {
    const rows = [
      ["Nordbad", "1,240", "high"],
      ["Harbour", "980", "unknown"],
    ];
    const [block] = write(tableOf(["Pool", "Cost", "Confidence"], rows));
    expect(block).toMatchObject({
      alignments: ["start", "end", "start"],
      rows: [
        [{}, {}, { chip: "high", v: ["high"] }],
        [{}, {}, { v: ["unknown"] }],
      ],
      together: true,
    });
  });

  it("stays on one page only where it surely fits", () => {
    const long = [["word ".repeat(500), "b"]];
    const many = Array.from({ length: 13 }, () => ["a", "b"]);
    expect(write(tableOf(["A", "B"], long))[0]).toMatchObject({ together: false });
    expect(write(tableOf(["A", "B"], many))[0]).toMatchObject({ together: false });
  });

  it("with more columns than a page is wide is read row by row", () => {
    const header = Array.from({ length: 20 }, (_, index) => `H${index}`);
    const blocks = write(tableOf(header, [header.map((name) => `${name} value`)]));
    expect(blocks).toMatchObject([{ k: "list" }]);
    expect(JSON.stringify(blocks)).toContain("H19 value");
  });
});
