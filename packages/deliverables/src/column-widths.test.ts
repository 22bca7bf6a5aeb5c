import { describe, expect, it } from "vitest";
import { columnWidths } from "./column-widths.ts";

const PAGE = { width: 1_000, characterWidth: 10, padding: 20 };

describe("the columns of a table", () => {
  it("fill the page, with room for the longest word of each", () => {
    const rows = [
      ["Option", "Subsidy", "Remarks"],
      ["Ground source", "5%", "Two probes are needed, and a permit of the district too"],
    ];
    const widths = columnWidths(rows, PAGE);
    expect(widths.reduce((sum, width) => sum + width)).toBeCloseTo(1_000);
    expect(widths.every((width, column) => width >= ([80, 90, 90][column] ?? 0))).toBe(true);
    expect(widths[2]).toBeGreaterThan(500);
  });

  it("share a page that is too narrow for all their words", () => {
    const widths = columnWidths([Array.from({ length: 50 }, () => "unbreakable")], PAGE);
    expect(widths.reduce((sum, width) => sum + width)).toBeCloseTo(1_000);
    expect(new Set(widths).size).toBe(1);
  });

  it("do not let one long word take everything", () => {
    const [first, second] = columnWidths([["a".repeat(10_000), "b b b"]], PAGE);
    expect(first).toBeGreaterThan(second ?? 0);
    expect(second).toBeGreaterThan(50);
  });
});
