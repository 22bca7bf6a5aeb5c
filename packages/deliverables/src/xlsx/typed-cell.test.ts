import { describe, expect, it } from "vitest";
import type { DocumentLanguage } from "../languages/language.ts";
import { textCell } from "./cells.ts";
import { typedCell, unitOfColumn } from "./typed-cell.ts";

describe("a cell of a table", () => {
  it.each<[string, DocumentLanguage, number, string]>([
    ["28,500", "en", 28_500, "#,##0"],
    ["28.500", "de", 28_500, "#,##0"],
    ["28 500,25", "fr", 28_500.25, "#,##0.00"],
    ["-3.10", "en", -3.1, "0.00"],
    ["−4", "en", -4, "0"],
    ["2024", "en", 2024, "0"],
    ["72%", "en", 0.72, "0%"],
    ["7.2 %", "en", 0.072, "0.0%"],
    ["7,5 %", "de", 0.075, "0.0%"],
    ["$1,240", "en", 1240, '"$"#,##0'],
    ["1.240 €", "de", 1240, '#,##0"\u202f€"'],
    ["١٢.٥", "ar", 12.5, "0.0"],
    ["+12 %", "en", 0.12, "+0%;-0%;0%"],
    ["0", "en", 0, "0"],
  ])("is a number: %s (%s)", (text, language, value, format) => {
    expect(typedCell(text, language)).toMatchObject({ type: Number, value, format });
  });

  it("is a number with a unit where the whole column has it", () => {
    const column = ["12.5 kWh", "7 kWh", ""];
    const unit = unitOfColumn(column, "en");
    expect(typedCell("12.5 kWh", "en", unit)).toMatchObject({
      value: 12.5,
      format: '0.0"\u202fkWh"',
    });
    expect(unitOfColumn([...column, "7 m"], "en")).toBe("");
    expect(unitOfColumn([...column, "none"], "en")).toBe("");
    expect(typedCell("12.5 kWh", "en")).toMatchObject({ type: String });
  });

  it("is a day or yes and no", () => {
    expect(typedCell("2026-02-28", "en")).toMatchObject({
      value: new Date("2026-02-28T00:00:00Z"),
    });
    expect(typedCell("TRUE", "en")).toMatchObject({ type: Boolean, value: true });
  });

  it.each(["2026-02-30", "007", "12345678901234567", "=1", "+1+1", "1e5", "3.1x", "0x10", "1/2"])(
    "stays text: %s",
    (text) => {
      expect(typedCell(text, "en")).toMatchObject({ type: String, value: text });
    },
  );

  it("is cut at what a spreadsheet holds", () => {
    expect(textCell("a".repeat(40_000))?.value).toHaveLength(32_767);
  });
});
