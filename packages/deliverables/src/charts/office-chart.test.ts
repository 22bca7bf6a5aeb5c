import { readSheet } from "read-excel-file/node";
import { describe, expect, it } from "vitest";
import { paletteOf } from "../theme/palette.ts";
import { DEFAULT_THEME } from "../theme/theme.ts";
import type { Chart } from "./chart.ts";
import { type ChartLook, officeChartParts, officeChartRun } from "./office-chart.ts";

const { light } = paletteOf(DEFAULT_THEME);
const LOOK: ChartLook = {
  palette: light,
  font: "Calibri",
  language: "en",
  widthPx: 600,
  heightPx: 205,
};
const BARS: Chart = {
  kind: "bar",
  title: "Payback (years)",
  suffix: "",
  labels: ["Nordbad", "Old <Baths> & co", "Hillside"],
  series: [{ name: "Payback (years)", values: [7.2, 16.5, 1017.3] }],
  decimals: 1,
  highlighted: [0],
  sources: [],
};
const LINES: Chart = {
  ...BARS,
  kind: "line",
  suffix: "%",
  labels: ["2023", "2024", "2025"],
  series: [
    { name: "Pool A", values: [2140, -0.5, 655] },
    { name: "Pool B", values: [1610, 1580, 520] },
  ],
  highlighted: [],
};

describe("a native chart", () => {
  it.each([BARS, { ...BARS, kind: "column" as const }, LINES])(
    "has the values of its table, in its part and in its workbook ($kind)",
    async (chart) => {
      const parts = await partsOf(chart);
      expect(numbersIn(parts.chartXml)).toEqual(chart.series.map(({ values }) => values));
      const [, ...rows] = await readSheet(Buffer.from(parts.workbook));
      expect(rows.map(([label]) => String(label))).toEqual(chart.labels);
      expect(chart.series.map((_, index) => rows.map((row) => row[index + 1]))).toEqual(
        chart.series.map(({ values }) => values),
      );
    },
  );

  it("is the same bytes each time", async () => {
    const [first, second] = [await partsOf(LINES), await partsOf(LINES)];
    expect(second.chartXml).toBe(first.chartXml);
    expect(Buffer.from(second.workbook).equals(Buffer.from(first.workbook))).toBe(true);
  });

  it("shows the first row on top, its values at the bars, and grey what is not the message", async () => {
    const { chartXml } = await partsOf(BARS);
    expect(chartXml).toContain('<c:barDir val="bar"/>');
    expect(chartXml).toContain('<c:orientation val="maxMin"/>');
    expect(chartXml).toContain('<c:numFmt formatCode="#,##0.0" sourceLinked="0"/>');
    expect(coloursOfPoints(chartXml)).toEqual([light.accent, light.muted, light.muted]);
    const { chartXml: plain } = await partsOf({ ...BARS, highlighted: [] });
    expect(new Set(coloursOfPoints(plain))).toEqual(new Set([light.accent]));
  });

  it("tells lines apart by marker and dash, and names them", async () => {
    const { chartXml } = await partsOf(LINES);
    expect(valuesOf(chartXml, "c:symbol")).toEqual(["circle", "square"]);
    expect(valuesOf(chartXml, "a:prstDash")).toEqual(["solid", "dash"]);
    expect(chartXml).toContain("<c:legend>");
    expect(chartXml).toContain('formatCode="#,##0&quot;\u202f%&quot;"');
  });

  it("needs no theme of the file it stands in", async () => {
    expect((await partsOf(LINES)).chartXml).not.toContain("schemeClr");
  });

  it("keeps names of negative bars outside the plot", async () => {
    const { chartXml } = await partsOf({ ...LINES, kind: "column" });
    expect(chartXml).toContain('<c:tickLblPos val="low"/>');
  });

  it("writes a unit that looks like a number format as text", async () => {
    const { chartXml } = await partsOf({ ...BARS, suffix: '"0;[' });
    expect(chartXml).toContain('formatCode="#,##0.0&quot;\u202f&quot;\\&quot;&quot;0;[&quot;"');
  });

  it("is left out where it cannot be drawn", async () => {
    const broken = { ...BARS, series: [{ name: "x", values: [Number.NaN] }] };
    expect(officeChartRun(broken, LOOK)).toBeNull();
    expect(await officeChartParts({ ...BARS, series: [] }, LOOK)).toBeNull();
  });
});

async function partsOf(chart: Chart) {
  const parts = await officeChartParts(chart, LOOK);
  if (!parts) throw new Error("no chart");
  return parts;
}

/** The cached values of each series. */
function numbersIn(chartXml: string): number[][] {
  return [...chartXml.matchAll(/<c:val>(.*?)<\/c:val>/gs)].map(([, series = ""]) =>
    [...series.matchAll(/<c:v>([^<]*)<\/c:v>/g)].map(([, value]) => Number(value)),
  );
}

function coloursOfPoints(chartXml: string): string[] {
  const points = [...chartXml.matchAll(/<c:dPt>(.*?)<\/c:dPt>/gs)].map(([, point]) => point ?? "");
  if (points.length === 0) return valuesOf(chartXml, "a:srgbClr").slice(0, 1);
  return points.flatMap((point) => valuesOf(point, "a:srgbClr").slice(0, 1));
}

function valuesOf(xml: string, element: string): string[] {
  return [...xml.matchAll(new RegExp(`<${element} val="([^"]*)"`, "g"))].map(([, v]) => v ?? "");
}
