import type {
  BarChartOptions,
  ChartLineDash,
  ChartMarkerShape,
  ChartRunOptions,
  ChartSeries,
  ColumnChartOptions,
  LineChartOptions,
} from "docx/charts";
import type { Chart } from "./chart.ts";
import type { ChartLook } from "./chart-look.ts";
import { describeChart } from "./describe-chart.ts";

const FONT_SIZE = 9;
const TITLE_GROWTH = 1;
/** From here on an axis counts in whole numbers. */
const MIN_WHOLE_SPAN = 20;
const GAP_BETWEEN_BARS = 45;
const GAP_BETWEEN_GROUPS = 60;
/** Lines are told apart without their colours too. */
const MARKERS: readonly ChartMarkerShape[] = ["circle", "square", "diamond", "triangle"];
const DASHES: readonly ChartLineDash[] = ["solid", "dash", "shortDot", "dashDot"];

/** A chart as the library for Word files wants it described. */
export function officeChartOptions(chart: Chart, look: ChartLook): ChartRunOptions {
  return chart.kind === "line" ? lineOptions(chart, look) : barOptions(chart, look);
}

/** Bars carry their values, so they need neither axis nor grid. */
function barOptions(chart: Chart, look: ChartLook): BarChartOptions | ColumnChartOptions {
  const isPositive = chart.series.every(({ values }) => values.every((value) => value >= 0));
  return {
    type: chart.kind === "bar" ? "bar" : "column",
    ...commonOptions(chart, look),
    series: chart.series.map(({ name, values }, index) => ({
      name,
      values,
      color: look.palette.series[index] ?? look.palette.soft,
      ...(chart.series.length === 1 ? { colors: barColours(chart, look) } : {}),
    })),
    gapWidth: chart.series.length === 1 ? GAP_BETWEEN_BARS : GAP_BETWEEN_GROUPS,
    overlap: 0,
    // Office puts the first bar at the bottom, readers look for it on top.
    categoryAxis: { font: fontOf(look, "ink"), reverseOrder: chart.kind === "bar" },
    valueAxis: { visible: false, gridlines: false, ...(isPositive ? { minimum: 0 } : {}) },
    dataLabels: {
      value: true,
      position: "outsideEnd",
      numberFormat: numberFormat(chart, look),
      font: { ...fontOf(look, "ink"), bold: true },
    },
  };
}

function lineOptions(chart: Chart, look: ChartLook): LineChartOptions {
  return {
    type: "line",
    ...commonOptions(chart, look),
    series: chart.series.map((series, index) => lineSeries(series, index, look)),
    categoryAxis: { font: fontOf(look, "soft") },
    valueAxis: { font: fontOf(look, "soft"), numberFormat: axisFormat(chart, look) },
  };
}

function lineSeries(
  { name, values }: Chart["series"][number],
  index: number,
  { palette }: ChartLook,
): ChartSeries {
  const color = palette.series[index] ?? palette.soft;
  return {
    name,
    values,
    color,
    markers: { shape: MARKERS[index] ?? "circle", size: 6 },
    line: { color, width: 2.25, dash: DASHES[index] ?? "solid" },
  };
}

function commonOptions(chart: Chart, look: ChartLook) {
  const { palette, font, language, widthPx, heightPx } = look;
  const titleFont = { ...fontOf(look, "ink"), bold: true, size: sizeOf(look) + TITLE_GROWTH };
  return {
    categories: chart.labels,
    font: { name: font, color: palette.ink },
    ...(look.hasTitle === true && chart.title !== ""
      ? { title: { text: chart.title, font: titleFont } }
      : {}),
    legend:
      chart.series.length > 1
        ? { position: "top" as const, font: fontOf(look, "ink") }
        : (false as const),
    chartArea: { fill: palette.page, border: "none" as const },
    plotArea: { fill: "none", border: "none" as const },
    transformation: { width: widthPx, height: heightPx },
    altText: { name: chart.title, description: describeChart(chart, language) },
  };
}

function barColours({ labels, highlighted }: Chart, { palette }: ChartLook): string[] {
  return labels.map((_, index) =>
    highlighted.length === 0 || highlighted.includes(index) ? palette.accent : palette.muted,
  );
}

/** Large steps of an axis need no decimals. */
function axisFormat(chart: Chart, look: ChartLook): string {
  const values = chart.series.flatMap((series) => series.values);
  const isLarge = Math.max(...values) - Math.min(...values) >= MIN_WHOLE_SPAN;
  return numberFormat(isLarge ? { ...chart, decimals: 0 } : chart, look);
}

/** `#,##0.0" kWh"`: the reader's Office puts its own signs between the digits. */
function numberFormat({ decimals, suffix }: Chart, look: ChartLook): string {
  if (look.numberFormat !== undefined) return look.numberFormat;
  const digits = decimals > 0 ? `#,##0.${"0".repeat(decimals)}` : "#,##0";
  if (suffix === "") return digits;
  const isBefore = /^[€$£¥]$/.test(suffix) && look.language === "en";
  return isBefore ? `${literal(suffix)}${digits}` : `${digits}${literal(`\u202f${suffix}`)}`;
}

/** Text in a number format; a quotation mark inside it is escaped by a backslash. */
function literal(text: string): string {
  return `"${text.replaceAll('"', '"\\""')}"`;
}

function fontOf(look: ChartLook, colour: "ink" | "soft") {
  return { name: look.font, size: sizeOf(look), color: look.palette[colour] };
}

function sizeOf({ fontSize }: ChartLook): number {
  return fontSize ?? FONT_SIZE;
}
