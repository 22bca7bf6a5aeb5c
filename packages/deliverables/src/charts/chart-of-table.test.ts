import { SAMPLE } from "@trovella/testing/deliverables/sample-deliverable";
import { describe, expect, it } from "vitest";
import { readDocument } from "../read-document.ts";
import { numberInCell } from "./table-numbers.ts";

const POOLS =
  "| Pool | Investment (k€) | Payback (years) |\n|---|---|---|\n| Nordbad | 1,240 | 7.2 |\n| Harbour | 980 | 7.9 |\n| School pool West | 640 | 14.1 |";
const chartIn = (markdown: string) => {
  const { blocks } = readDocument({ ...SAMPLE, markdown, sources: [] });
  return blocks.flatMap((block) => (block.kind === "table" ? [block.chart] : []))[0];
};

describe("a chart", () => {
  it("shows the last measure where units differ, and marks the bars that the heading names", () => {
    expect(chartIn(`## Nordbad and Harbour pay back first\n\n${POOLS}`)).toEqual({
      kind: "bar",
      title: "Payback (years)",
      suffix: "",
      labels: ["Nordbad", "Harbour", "School pool West"],
      series: [{ name: "Payback (years)", values: [7.2, 7.9, 14.1] }],
      decimals: 1,
      highlighted: [0, 1],
      sources: [],
    });
  });

  it("shows the measure that the heading names", () => {
    expect(chartIn(`## The investment is high\n\n${POOLS}`)).toMatchObject({
      series: [{ values: [1240, 980, 640] }],
    });
  });

  it("is a line for years in order, with a series for each column of one unit", () => {
    const table =
      "| Winter | Pool A (MWh) | Pool B (MWh) |\n|---|---|---|\n| 2021/22 | 2,140 | 1,610 |\n| 2022/23 | 2,090 | 1,580 |\n| 2023/24 | 1,520 | 1,190 |";
    expect(chartIn(table)).toMatchObject({
      kind: "line",
      title: "MWh",
      series: [{ name: "Pool A" }, { name: "Pool B" }],
    });
    const titled = `[chart:line Gas burnt per winter, MWh]\n\n${table}`;
    expect(chartIn(titled)).toMatchObject({ title: "Gas burnt per winter, MWh" });
  });

  it("is as the author asks, and the wish is not shown", () => {
    expect(chartIn(`[chart:none]\n\n${POOLS}`)).toBeNull();
    expect(chartIn(`${POOLS}\n\n[chart: column]`)).toMatchObject({ kind: "column" });
    const { blocks } = readDocument({ ...SAMPLE, markdown: `[chart:line]\n\n${POOLS}` });
    expect(blocks.map(({ kind }) => kind)).toEqual(["table"]);
  });

  it.each([
    ["one row", "| a | b |\n|---|---|\n| x | 1 |"],
    ["a gap", "| a | b |\n|---|---|\n| x | 1 |\n| y | – |"],
    ["words", "| a | b |\n|---|---|\n| x | good |\n| y | bad |"],
    ["equal values", "| a | b |\n|---|---|\n| x | 1 |\n| y | 1 |"],
    ["different units", "| a | b |\n|---|---|\n| x | 1 % |\n| y | 2 € |"],
    ["the same label twice", "| a | b |\n|---|---|\n| x | 1 |\n| x | 2 |"],
  ])("is not drawn for %s", (_, markdown) => {
    expect(chartIn(markdown)).toBeNull();
  });
});

describe("a number in a cell", () => {
  it.each([
    ["1,240.5", "en", 1240.5],
    ["1.240,5", "de", 1240.5],
    ["1 240,5", "fr", 1240.5],
    ["12.5", "de", 12.5],
    ["1.240", "de", 1240],
    ["−3 %", "en", -3],
    ["€5", "en", 5],
    ["٤٥", "ar", 45],
    ["4５", "ja", 45],
  ] as const)("%s in %s is %d", (text, language, value) => {
    expect(numberInCell(text, language)?.value).toBe(value);
  });

  it.each(["2026-05-04", "1.2.3", "about 5", "5–7", "", "+49 30 123456"])("is not %s", (text) => {
    expect(numberInCell(text, "en")).toBeNull();
  });
});
