import type { SearchHit } from "@trovella/search";
import { describe, expect, it } from "vitest";
import { fitHits, groupByPlan } from "./search-hits.ts";

const LONG = 'A passage with "quotes" and more. '.repeat(30);

describe("the hits of a search", () => {
  it("are all there, and never larger than the room", () => {
    for (const room of [7_500, 9_000, 40_000]) {
      const shown = fitHits(hits(20), room);
      expect(shown).toHaveLength(20);
      expect(JSON.stringify(shown).length).toBeLessThanOrEqual(room);
    }
  });

  it("have less of their texts where a character takes more bytes", () => {
    const chinese = hits(20).map((hit) => ({
      ...hit,
      title: "研究".repeat(99),
      snippet: "结果".repeat(99),
    }));
    const shown = fitHits(chinese, 9_000);
    expect(shown).toHaveLength(20);
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThanOrEqual(9_000);
  });

  it("come with passages first, from the best one on, and with more where there is room", () => {
    const shares = [7_500, 9_000, 16_000, 40_000].map((room) => {
      const shown = fitHits(hits(20), room);
      const passages = shown.filter(({ snippet }) => snippet).length;
      const whole = shown.filter(({ summary }) => summary).length;
      expect(shown.slice(0, passages).every(({ snippet }) => snippet)).toBe(true);
      expect(shown.slice(0, whole).every(({ researchQuestion }) => researchQuestion)).toBe(true);
      return { passages, whole };
    });
    expect(shares).toEqual([
      { passages: 13, whole: 0 },
      { passages: 20, whole: 0 },
      { passages: 20, whole: 8 },
      { passages: 20, whole: 20 },
    ]);
  });

  it("leave out what a source does not have", () => {
    const [hit] = fitHits(
      [{ ...bare, summary: null, artifactType: null, planId: null, planHandle: null }],
      8_000,
    );
    expect(hit).toEqual({
      sourceTable: "research_output",
      sourceId: "out_1",
      title: "Title",
      snippet: "A **word**",
      createdAt: "2026-07-28T10:20:30Z",
    });
  });

  it("name what a plan holds by handles", () => {
    const shown = fitHits(
      [
        { ...bare, planHandle: "p-k7q2x9", number: 2 },
        { ...bare, planHandle: "p-k7q2x9", number: 12, sourceTable: "research_artifact" },
        { ...bare, planHandle: "p-k7q2x9", sourceTable: "extraction_result", sourceId: "ext_1" },
      ],
      8_000,
    );
    expect(shown.map(({ sourceId }) => sourceId)).toEqual(["o2", "a12", "ext_1"]);
  });

  it("list the sources of an artifact as other plans cite them", () => {
    const sources = [{ number: 7, title: "A report" }];
    const [hit] = fitHits([{ ...bare, planHandle: "p-k7q2x9", sources }], 8_000);
    expect(hit?.sources).toEqual([{ ref: "p-k7q2x9/7", title: "A report" }]);
  });

  it("say that they are weak", () => {
    const [weak] = fitHits([{ ...bare, relevance: "weak" }], 8_000);
    expect(weak).toMatchObject({ weak: true });
  });

  it("come with longer passages where they are few", () => {
    const lengthOf = (count: number) =>
      fitHits(hits(count), 40_000).map(({ snippet }) => snippet?.length ?? 0);
    expect(Math.min(...lengthOf(3))).toBeGreaterThan(800);
    expect(Math.max(...lengthOf(4))).toBeLessThanOrEqual(300);
  });

  it("of one plan are adjacent, with the question once, in the order of the best hits", () => {
    const of = (sourceId: string, planId: string | null) => ({
      ...bare,
      sourceId,
      planId,
      researchQuestion: planId && `Why ${planId}?`,
    });
    const grouped = groupByPlan([of("1", "p"), of("2", null), of("3", "q"), of("4", "p")]);
    expect(grouped.map(({ sourceId, researchQuestion }) => [sourceId, researchQuestion])).toEqual([
      ["1", "Why p?"],
      ["4", null],
      ["2", null],
      ["3", "Why q?"],
    ]);
  });

  it("show invisible characters, within the same room", () => {
    const hidden = { ...bare, title: "\u202e".repeat(50), snippet: "\u{e0041}".repeat(50) };
    const shown = fitHits([hidden, hidden], 1_000);
    expect(JSON.stringify(shown).length).toBeLessThanOrEqual(1_000);
    expect(JSON.stringify(shown)).toContain("\\\\u{202e}");
  });
});

const bare: SearchHit = {
  sourceTable: "research_output",
  sourceId: "out_1",
  title: "Title",
  summary: null,
  artifactType: null,
  planId: null,
  planHandle: null,
  planName: null,
  planMode: null,
  number: null,
  researchQuestion: null,
  createdAt: new Date("2026-07-28T10:20:30.400Z"),
  snippet: "A **word**",
  score: 1.23456,
  inKeyword: true,
  inSemantic: false,
  relevance: "strong",
  sources: [],
};

function hits(count: number): SearchHit[] {
  return Array.from({ length: count }, (_, index) => ({
    ...bare,
    sourceTable: "research_artifact",
    sourceId: `art_${String(index).padStart(32, "0")}`,
    title: LONG,
    snippet: LONG,
    summary: LONG,
    artifactType: "synthesis",
    planId: `plan_${"0".repeat(32)}`,
    planHandle: `plan_${"0".repeat(32)}`,
    researchQuestion: LONG,
  }));
}
