import type { Element } from "hast";
import type { Chart } from "../charts/chart.ts";
import { chartElement } from "../charts/svg-chart.ts";
import { labelsFor } from "../languages/labels-for.ts";
import { element, type Setting } from "./setting.ts";

/** More than anybody looks at; their tables are there all the same. */
const MAX_CHARTS = 100;
const NARROW = 340;

/** A chart with its title and its sources, drawn for wide and for narrow windows. */
export function chartFigure(chart: Chart, setting: Setting): Element[] {
  if (setting.charts.drawn >= MAX_CHARTS) return [];
  setting.charts.drawn += 1;
  const { language, direction, chartWidth } = setting;
  const drawn = (width: number, name: string) => {
    const look = { palette: "css", font: "", language, direction, width } as const;
    const svg = chartElement(chart, look).element;
    return { ...svg, properties: { ...svg.properties, className: [name] } };
  };
  return [
    element("figure", { className: ["chart"] }, [
      element("figcaption", {}, [chart.title]),
      drawn(chartWidth, "wide"),
      drawn(NARROW, "narrow"),
      ...sourcesCaption(chart, setting),
    ]),
  ];
}

function sourcesCaption({ sources }: Chart, { language }: Setting): Element[] {
  if (sources.length === 0) return [];
  const line = labelsFor(language).sourcesLine(sources.join(", "));
  const parts = line.split(/(\d+)/).map((part, index) => {
    return index % 2 === 0 ? part : element("a", { href: `#source-${part}` }, [part]);
  });
  return [element("p", { className: ["caption"] }, parts)];
}
