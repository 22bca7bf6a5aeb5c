import type { Element } from "hast";
import type { DocumentLanguage } from "../../languages/language.ts";
import type { Chart } from "../chart.ts";
import { valueText } from "../describe-chart.ts";
import { BOLD, type Drawing, FONT_SIZE, LINE_HEIGHT, type Pen, SMALL_SIZE } from "./pen.ts";
import { type Scale, scaleOf, ticksFor } from "./scale.ts";
import { fitText, type Room, textWidth } from "./text-width.ts";

const PLOT_HEIGHT = 210;
const AXIS_GAP = 10;
const END_GAP = 18;
/** Of the marker that a name begins with. */
const MARKER = 10;
const MAX_NAME_SHARE = 0.28;
const LABEL_GAP = 14;
const DASHES = ["", "8 4", "2 4", "10 3 2 3"] as const;

interface Given {
  readonly width: number;
  readonly top: number;
  readonly language: DocumentLanguage;
}

/** Lines over a grid, each named at its end. */
export function drawLines(pen: Pen, chart: Chart, { width, top, language }: Given): Drawing {
  const size = pen.measured(FONT_SIZE);
  const small = pen.measured(SMALL_SIZE);
  const ticks = ticksFor(chart.series.flatMap(({ values }) => values));
  const tickText = (value: number) =>
    valueText(value, { suffix: chart.suffix, decimals: ticks.decimals }, language);
  const axis = widest(ticks.values.map(tickText), small) + AXIS_GAP;
  const names = endNames(chart, { width: width * MAX_NAME_SHARE, size, lines: 1 }, language);
  const nameStart = names.length > 1 ? END_GAP + MARKER : END_GAP - 4;
  const after = nameStart + widest(names, size) * BOLD + 2;
  const [least = 0, most = 1] = [ticks.values[0], ticks.values.at(-1)];
  const bottom = top + 8 + PLOT_HEIGHT;
  const vertical = scaleOf({ from: least, to: most }, { from: bottom, to: top + 8 });
  const first = axis + SMALL_SIZE;
  const across = scaleOf(
    { from: 0, to: chart.labels.length - 1 },
    { from: first, to: width - after },
  );

  const grid = ticks.values.flatMap((value) => {
    const y = vertical(value);
    return [
      pen.line({ x: axis, y }, { x: width - after + 6, y }, value === 0 ? "soft" : "line"),
      pen.text({ x: axis - AXIS_GAP, y: y + 4.5 }, tickText(value), AXIS_TEXT),
    ];
  });
  return {
    elements: [
      ...grid,
      ...timeLabels(pen, chart.labels, across, bottom + LINE_HEIGHT + 6),
      ...chart.series.flatMap(({ values }, index) =>
        curveOf(pen, { values, index, across, vertical }),
      ),
      ...nameElements(pen, names, {
        x: width - after + nameStart,
        ends: chart.series.map(({ values }) => vertical(values.at(-1) ?? 0)),
        bottom,
      }),
    ],
    height: bottom - top + LINE_HEIGHT + 12,
  };
}

const AXIS_TEXT = { anchor: "end", size: SMALL_SIZE, colour: "soft" } as const;

function widest(texts: readonly string[], size: number): number {
  return Math.max(0, ...texts.map((text) => textWidth(text, size)));
}

/** A single line is named by the chart's title, so its last value stands at its end. */
function endNames(chart: Chart, room: Room, language: DocumentLanguage): string[] {
  const [only] = chart.series;
  if (chart.series.length === 1 && only)
    return [valueText(only.values.at(-1) ?? 0, chart, language)];
  return chart.series.map(({ name }) => fitText(name, room).lines[0] ?? "");
}

function curveOf(
  pen: Pen,
  given: {
    readonly values: readonly number[];
    readonly index: number;
    readonly across: Scale;
    readonly vertical: Scale;
  },
): Element[] {
  const { values, index, across, vertical } = given;
  const points = values.map((value, row) => ({ x: across(row), y: vertical(value), value }));
  return [
    pen.curve(points, index, DASHES[index % DASHES.length] ?? ""),
    ...points.map((point) => pen.marker(point, index, { "data-value": point.value })),
  ];
}

/** As many labels as have room, counted from the last, which matters most. */
function timeLabels(pen: Pen, labels: readonly string[], across: Scale, y: number): Element[] {
  const step = across(1) - across(0);
  const room = { width: Math.max(step, 90), size: pen.measured(SMALL_SIZE), lines: 1 };
  const shown = labels.map((label) => fitText(label, room).lines[0] ?? "");
  const every = Math.max(1, Math.ceil((widest(shown, room.size) + LABEL_GAP) / step));
  return shown.flatMap((label, index) =>
    (labels.length - 1 - index) % every === 0
      ? [pen.text({ x: across(index), y }, label, { ...AXIS_TEXT, anchor: "middle" })]
      : [],
  );
}

function nameElements(
  pen: Pen,
  names: readonly string[],
  { x, ends, bottom }: { x: number; ends: readonly number[]; bottom: number },
): Element[] {
  const places = apart(ends, bottom);
  const isNamed = names.length > 1;
  return names.flatMap((name, index) => {
    const y = places[index] ?? 0;
    const words = pen.text({ x, y: y + 5 }, name, { isBold: true });
    return isNamed ? [pen.marker({ x: x - MARKER, y }, index), words] : [words];
  });
}

/** Moves places that are too close to each other down, and all of them up where they would leave the chart. */
function apart(places: readonly number[], bottom: number): number[] {
  const order = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  const moved: number[] = [];
  for (const [rank, { place }] of order.entries()) {
    moved.push(Math.max(place, (moved[rank - 1] ?? -Infinity) + LINE_HEIGHT + 1));
  }
  const excess = Math.max(0, (moved.at(-1) ?? 0) - bottom);
  const result: number[] = [];
  for (const [rank, { index }] of order.entries()) result[index] = (moved[rank] ?? 0) - excess;
  return result;
}
