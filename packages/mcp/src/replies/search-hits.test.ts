import type { SearchHit } from "@trovella/search";
import { describe, expect, it } from "vitest";
import { fitHits } from "./search-hits.ts";

const LONG = 'A passage with "quotes" and more. '.repeat(30);

describe("the hits of a search", () => {
  it("are all there, and never larger than the room", () => {
    for (const room of [7_500, 9_000, 40_000]) {
      const shown = fitHits(hits(20), room);
      expect(shown).toHaveLength(20);
      expect(JSON.stringify(shown).length).toBeLessThanOrEqual(room);
    }
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
      { passages: 7, whole: 0 },
      { passages: 17, whole: 0 },
      { passages: 20, whole: 7 },
      { passages: 20, whole: 20 },
    ]);
  });

  it("leave out what a source does not have", () => {
    const [hit] = fitHits([{ ...bare, summary: null, artifactType: null, planId: null }], 8_000);
    expect(hit).toEqual({
      sourceTable: "research_output",
      sourceId: "out_1",
      title: "Title",
      snippet: "A **word**",
      createdAt: "2026-07-28T10:20:30Z",
      score: 1.235,
      inKeyword: true,
      inSemantic: false,
    });
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
  researchQuestion: null,
  createdAt: new Date("2026-07-28T10:20:30.400Z"),
  snippet: "A **word**",
  score: 1.23456,
  inKeyword: true,
  inSemantic: false,
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
    researchQuestion: LONG,
  }));
}
