import { plainText, type TableBlock } from "../blocks.ts";
import type { Chart } from "../charts/chart.ts";
import { describeChart } from "../charts/describe-chart.ts";
import { officeChartParts } from "../charts/office-chart.ts";
import type { StyledCell } from "./cells.ts";
import { columnLetters } from "./column-letters.ts";
import { escapeXml } from "./escape-xml.ts";
import type { SheetLook } from "./sheet-look.ts";
import { quotedName } from "./sheet-names.ts";
import { storedValue } from "./typed-cell.ts";

const WIDTH_PX = 520;
const HEIGHT_PX = 300;
const BAR_PX = 28;
const MAX_HEIGHT_PX = 640;
/** Beside a wider table, in digits, nobody would see the chart. */
const MAX_WIDTH_BESIDE = 100;

/** A chart that reads the cells of its sheet, and where it stands. */
export interface SheetChart {
  readonly chartXml: string;
  readonly title: string;
  readonly description: string;
  /** Counted from 0. */
  readonly column: number;
  readonly row: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface Given {
  readonly table: TableBlock;
  readonly cells: readonly (readonly StyledCell[])[];
  readonly widths: readonly number[];
  readonly name: string;
  /** The first row that is free below the table. */
  readonly below: number;
}

/** The chart of a table; null where it has none, or where its values are not the cells'. */
export async function sheetChart(
  { table, cells, widths, name, below }: Given,
  look: SheetLook,
): Promise<SheetChart | null> {
  const { chart } = table;
  const columns = chart && columnsOf(chart, cells);
  if (!chart || !columns) return null;
  const size = { widthPx: WIDTH_PX, heightPx: heightFor(chart) };
  const parts = await officeChartParts(withStoredValues(chart, columns, table), {
    palette: look.palette,
    font: look.bodyFont,
    language: look.language,
    hasTitle: true,
    ...size,
    ...(chart.suffix === "%" ? { numberFormat: percentFormat(chart) } : {}),
  });
  if (!parts) return null;
  const isBeside = widths.reduce((sum, width) => sum + width, 0) <= MAX_WIDTH_BESIDE;
  return {
    chartXml: withReferences(parts.chartXml, name, columns),
    title: chart.title,
    description: describeChart(chart, look.language),
    column: isBeside ? widths.length + 1 : 0,
    row: isBeside ? 0 : below + 1,
    ...size,
  };
}

function heightFor({ kind, labels, series }: Chart): number {
  if (kind !== "bar") return HEIGHT_PX;
  const bars = labels.length * series.length;
  return Math.min(MAX_HEIGHT_PX, Math.max(HEIGHT_PX * 0.7, 70 + bars * BAR_PX));
}

function percentFormat({ decimals }: Chart): string {
  return `0${decimals > 0 ? `.${"0".repeat(decimals)}` : ""}%`;
}

/** The column that holds the values of each series; null where one is missing. */
function columnsOf(chart: Chart, cells: Given["cells"]): number[] | null {
  const columns: number[] = [];
  for (const { values } of chart.series) {
    const stored = values.map((value) => storedValue({ value, unit: chart.suffix }));
    const found = (cells[0] ?? []).findIndex(
      (_, at) =>
        at > 0 &&
        !columns.includes(at) &&
        cells.length === stored.length &&
        stored.every((value, row) => cells[row]?.[at]?.value === value),
    );
    if (found < 0) return null;
    columns.push(found);
  }
  return columns;
}

/** Values and names as the cells have them, which programs show once they have read them again. */
function withStoredValues(chart: Chart, columns: readonly number[], table: TableBlock): Chart {
  return {
    ...chart,
    series: chart.series.map(({ values }, index) => ({
      name: plainText(table.header[columns[index] ?? 0] ?? []),
      values: values.map((value) => storedValue({ value, unit: chart.suffix })),
    })),
  };
}

/** Refers to the cells of the sheet instead of those of a workbook of its own. */
function withReferences(chartXml: string, name: string, columns: readonly number[]): string {
  const sheet = escapeXml(quotedName(name));
  const letters = new Map(
    columns.map((column, at) => [columnLetters(at + 1), columnLetters(column)]),
  );
  return (
    chartXml
      .replace(/<c:externalData\b.*?<\/c:externalData>/s, "")
      .replace(/(?<=<c:f>)Sheet1!([^<]*)/g, (_, cells: string) => {
        const moved = cells.replace(
          /\$([A-Z]+)/g,
          (_all, letter: string) => `$${letters.get(letter) ?? letter}`,
        );
        return `${sheet}!${moved}`;
      })
      // Years and days would become an axis of time, with gaps between the bars.
      .replace('<c:auto val="1"/>', '<c:auto val="0"/>')
  );
}
