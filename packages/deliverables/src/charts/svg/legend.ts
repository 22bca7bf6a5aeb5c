import type { Element } from "hast";
import type { Chart } from "../chart.ts";
import { type Drawing, FONT_SIZE, LINE_HEIGHT, type Pen } from "./pen.ts";
import { fitText, textWidth } from "./text-width.ts";

const SWATCH = 11;
const GAP = 7;
const BETWEEN = 20;

/** Names the colours of several series; one series is named by the chart's title. */
export function drawLegend(pen: Pen, { series }: Chart, width: number): Drawing {
  if (series.length < 2) return { elements: [], height: 0 };
  const elements: Element[] = [];
  let x = 0;
  let y = 0;
  for (const [index, { name }] of series.entries()) {
    const room = { width: width - SWATCH - GAP, size: pen.measured(FONT_SIZE), lines: 1 };
    const [words = ""] = fitText(name, room).lines;
    const taken = SWATCH + GAP + textWidth(words, room.size);
    if (x > 0 && x + taken > width) {
      x = 0;
      y += LINE_HEIGHT + 4;
    }
    elements.push(pen.bar({ x, y: y + 3, width: SWATCH, height: SWATCH }, index, {}));
    elements.push(pen.text({ x: x + SWATCH + GAP, y: y + SWATCH + 2 }, words));
    x += taken + BETWEEN;
  }
  return { elements, height: y + LINE_HEIGHT + 10 };
}
