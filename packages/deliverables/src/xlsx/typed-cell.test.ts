import { describe, expect, it } from "vitest";
import { textCell, typedCell } from "./typed-cell.ts";

describe("a cell of a table", () => {
  it.each([
    ["28,500", 28_500, "#,##0"],
    ["-3.10", -3.1, "0.00"],
    ["−4", -4, "0"],
    ["72%", 0.72, "0%"],
    ["7.5 %", 0.075, "0.0%"],
    ["0", 0, "0"],
  ])("is a number: %s", (text, value, format) => {
    expect(typedCell(text)).toMatchObject({ type: Number, format });
    expect((typedCell(text) as { value: number }).value).toBeCloseTo(value, 10);
  });

  it("is a day or yes and no", () => {
    expect(typedCell("2026-02-28")).toMatchObject({ value: new Date("2026-02-28T00:00:00Z") });
    expect(typedCell("TRUE")).toMatchObject({ type: Boolean, value: true });
  });

  it.each(["2026-02-30", "007", "1,23", "12345678901234567", "+1", "=1", "1e5", "3.1x", "0x10"])(
    "stays text: %s",
    (text) => {
      expect(typedCell(text)).toMatchObject({ type: String, value: text });
    },
  );

  it("is cut at what a spreadsheet holds", () => {
    expect((textCell("a".repeat(40_000)) as { value: string }).value).toHaveLength(32_767);
  });
});
