import type { Element } from "hast";
import type { DocumentLanguage } from "../../languages/language.ts";
import type { Chart } from "../chart.ts";
import { valueText } from "../describe-chart.ts";
import { barColour } from "./bars.ts";
import { BOLD, type Drawing, FONT_SIZE, LINE_HEIGHT, type Pen } from "./pen.ts";
import { barDomain, scaleOf } from "./scale.ts";
import { type FittedText, fitText, textWidth } from "./text-width.ts";

const PLOT_HEIGHT = 190;
const MAX_BAR = 76;
const GROUP_SHARE = 0.72;
const VALUE_HEIGHT = 20;
const LABEL_LINES = 3;

interface Given {
  readonly width: number;
  readonly top: number;
  readonly language: DocumentLanguage;
}

/** Columns from zero with their values; null where labels or values have no room beside each other. */
export function drawColumns(pen: Pen, chart: Chart, given: Given): Drawing | null {
  const { width, top, language } = given;
  const slot = width / chart.labels.length;
  const values = chart.series.flatMap((one) => one.values);
  const words = (value: number) => valueText(value, chart, language);
  const room = { width: slot - 10, size: pen.measured(FONT_SIZE), lines: LABEL_LINES };
  const labels = chart.labels.map((label) => fitText(label, room));
  const group = Math.min(slot * GROUP_SHARE, MAX_BAR * chart.series.length);
  const bar = group / chart.series.length;
  const valueRoom = chart.series.length > 1 ? bar : slot - 6;
  const isTooWide = (value: number) => textWidth(words(value), room.size) * BOLD > valueRoom;
  if (labels.some(({ isCut }) => isCut) || values.some(isTooWide)) return null;

  const hasNegative = values.some((value) => value < 0);
  const bottom = top + VALUE_HEIGHT + PLOT_HEIGHT;
  const scale = scaleOf(barDomain(values), { from: bottom, to: top + VALUE_HEIGHT });
  const zero = scale(0);
  const elements: Element[] = [];
  for (const [index, { values }] of chart.series.entries()) {
    for (const [row, value] of values.entries()) {
      const x = slot * row + (slot - group) / 2 + bar * index;
      const [y, height] = [Math.min(zero, scale(value)), Math.abs(scale(value) - zero)];
      const box = { x: x + 1.5, y, width: bar - 3, height };
      elements.push(pen.bar(box, barColour(chart, index, row), { "data-value": value }));
      const at = { x: x + bar / 2, y: value < 0 ? y + height + 16 : y - 6 };
      elements.push(pen.text(at, words(value), { anchor: "middle", isBold: true }));
    }
  }
  const below = bottom + (hasNegative ? VALUE_HEIGHT : 0) + LINE_HEIGHT + 2;
  return {
    elements: [
      ...elements,
      pen.line({ x: 0, y: zero }, { x: width, y: zero }, "soft"),
      ...labels.flatMap((label, row) => columnLabel(pen, label, slot * (row + 0.5), below)),
    ],
    height: below - top + (tallest(labels) - 1) * LINE_HEIGHT + 6,
  };
}

function columnLabel(pen: Pen, { lines }: FittedText, x: number, y: number): Element[] {
  return lines.map((line, index) =>
    pen.text({ x, y: y + index * LINE_HEIGHT }, line, { anchor: "middle" }),
  );
}

function tallest(labels: readonly FittedText[]): number {
  return Math.max(1, ...labels.map(({ lines }) => lines.length));
}
