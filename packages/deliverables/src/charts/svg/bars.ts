import type { Element } from "hast";
import type { DocumentLanguage } from "../../languages/language.ts";
import type { Chart } from "../chart.ts";
import { valueText } from "../describe-chart.ts";
import { BOLD, type Colour, type Drawing, FONT_SIZE, LINE_HEIGHT, type Pen } from "./pen.ts";
import { barDomain, type Scale, scaleOf } from "./scale.ts";
import { type FittedText, fitText, textWidth } from "./text-width.ts";

const MAX_LABEL_SHARE = 0.36;
const LABEL_GAP = 12;
const VALUE_GAP = 8;
const BAR = 20;
const GROUPED_BAR = 15;
const ROW_GAP = 10;
const ROWS_WITH_ROOM = 12;

interface Given {
  readonly width: number;
  readonly top: number;
  readonly language: DocumentLanguage;
}

/** Horizontal bars from zero, each with its value: no axis and no grid is needed to read them. */
export function drawBars(pen: Pen, chart: Chart, { width, top, language }: Given): Drawing {
  const size = pen.measured(FONT_SIZE);
  const values = chart.series.flatMap((one) => one.values);
  const words = (value: number) => valueText(value, chart, language);
  const room = { width: width * MAX_LABEL_SHARE, size, lines: 2 };
  const labels = chart.labels.map((label) => fitText(label, room));
  const start =
    widest(
      labels.flatMap(({ lines }) => lines),
      size,
    ) + LABEL_GAP;
  const valueRoom = widest(values.map(words), size) * BOLD + VALUE_GAP + 2;
  const before = values.some((value) => value < 0) ? valueRoom : 0;
  const scale = scaleOf(barDomain(values), { from: start + before, to: width - valueRoom });

  const height = barHeight(chart);
  const elements: Element[] = [];
  let y = top;
  for (const [row, label] of labels.entries()) {
    const bars = height * chart.series.length;
    const rowHeight = Math.max(bars, label.lines.length * LINE_HEIGHT);
    elements.push(...labelLines(pen, label, { x: start - LABEL_GAP, y: y + rowHeight / 2 }));
    for (const [index, { values }] of chart.series.entries()) {
      const value = values[row] ?? 0;
      const place = { y: y + (rowHeight - bars) / 2 + index * height, height };
      const bar = { value, words: words(value), colour: barColour(chart, index, row) };
      elements.push(...barWithValue(pen, scale, bar, place));
    }
    y += rowHeight + (chart.labels.length > ROWS_WITH_ROOM ? ROW_GAP - 3 : ROW_GAP);
  }
  const base = scale(0);
  return {
    elements: [...elements, pen.line({ x: base, y: top - 4 }, { x: base, y: y - 5 }, "soft")],
    height: y - top,
  };
}

/** The series' own colour, or grey for what is not the message. */
export function barColour({ highlighted }: Chart, series: number, row: number): Colour {
  return highlighted.length > 0 && !highlighted.includes(row) ? "muted" : series;
}

function barHeight({ series, labels }: Chart): number {
  if (series.length > 1) return GROUPED_BAR;
  return labels.length > ROWS_WITH_ROOM ? BAR - 3 : BAR;
}

function widest(texts: readonly string[], size: number): number {
  return Math.max(0, ...texts.map((text) => textWidth(text, size)));
}

function labelLines(pen: Pen, { lines }: FittedText, { x, y }: { x: number; y: number }) {
  const first = y - ((lines.length - 1) * LINE_HEIGHT) / 2 + FONT_SIZE * 0.36;
  return lines.map((line, index) =>
    pen.text({ x, y: first + index * LINE_HEIGHT }, line, { anchor: "end" }),
  );
}

function barWithValue(
  pen: Pen,
  scale: Scale,
  { value, words, colour }: { value: number; words: string; colour: Colour },
  { y, height }: { y: number; height: number },
): Element[] {
  const [zero, end] = [scale(0), scale(value)];
  const box = { x: Math.min(zero, end), y: y + 1, width: Math.abs(end - zero), height: height - 2 };
  const isNegative = value < 0;
  const at = { x: isNegative ? end - VALUE_GAP : end + VALUE_GAP, y: y + height / 2 + 5 };
  return [
    pen.bar(box, colour, { "data-value": value }),
    pen.text(at, words, { anchor: isNegative ? "end" : "start", isBold: true }),
  ];
}
