import { AlignmentType, type Paragraph, TextRun } from "docx";
import type { Chart } from "../charts/chart.ts";
import { officeChartRun } from "../charts/office-chart.ts";
import { type Look, paragraph, words } from "./look.ts";

/** 600 pixels on paper of the A4 format. */
const WIDTH_SHARE = 0.992;
const TWIPS_PER_PIXEL = 15;
const BAR_HEIGHT = 25;
const MIN_HEIGHT = 205;
const MAX_HEIGHT = 620;

/** A chart between what it measures and where its values come from; none where it cannot be drawn. */
export function chartChildren(chart: Chart | null, look: Look): Paragraph[] {
  if (!chart) return [];
  const run = officeChartRun(chart, {
    palette: look.palette,
    font: look.theme.bodyFont,
    language: look.language,
    widthPx: Math.floor((look.page.textWidth * WIDTH_SHARE) / TWIPS_PER_PIXEL),
    heightPx: heightOf(chart),
    hasTitle: false,
  });
  if (!run) return [];
  const numbers = chart.sources.join(", ");
  const letters = { bold: false, size: 18, color: look.palette.soft };
  const source = `${look.labels.sourcesLine(numbers)}.`;
  const caption = numbers ? [words(ended(source, look), { ...letters, break: 1 })] : [];
  // One paragraph: LibreOffice does not keep a line above a chart on the chart's page otherwise.
  const children = [words(chart.title), new TextRun({ break: 1 }), run, ...caption];
  // From left to right in every language: LibreOffice would turn the figures of the chart around.
  const side = look.isRightToLeft ? { alignment: AlignmentType.RIGHT } : {};
  const leftToRight = { ...look, isRightToLeft: false };
  return [paragraph(leftToRight, { style: "Chart", keepLines: true, ...side, children })];
}

/** The full stop stays behind words that run from right to left. */
function ended(sentence: string, { isRightToLeft }: Look): string {
  return isRightToLeft ? `${sentence}\u200f` : sentence;
}

/** Bars need room for their labels. */
function heightOf({ kind, labels, series }: Chart): number {
  if (kind !== "bar") return MIN_HEIGHT;
  const bars = labels.length * Math.max(1, series.length * 0.7);
  return Math.round(Math.min(MAX_HEIGHT, Math.max(120, bars * BAR_HEIGHT + 30)));
}
