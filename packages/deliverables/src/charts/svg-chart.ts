import type { Element } from "hast";
import type { Chart } from "./chart.ts";
import { describeChart } from "./describe-chart.ts";
import { drawBars } from "./svg/bars.ts";
import { drawColumns } from "./svg/columns.ts";
import { drawLegend } from "./svg/legend.ts";
import { drawLines } from "./svg/lines.ts";
import { type Drawing, FONT_SIZE, node, type Pen, penFor, round, type SvgLook } from "./svg/pen.ts";

export type { SvgLook } from "./svg/pen.ts";

/** A chart as a picture that browsers and Typst draw alike; its title stands outside. */
export function svgChart(
  chart: Chart,
  look: SvgLook,
): { readonly svg: string; readonly height: number } {
  const { element, height } = chartElement(chart, look);
  const properties = { xmlns: "http://www.w3.org/2000/svg", ...element.properties };
  return { svg: toXml({ ...element, properties }), height };
}

/** The same as a tree, for pages that are written from trees. */
export function chartElement(
  chart: Chart,
  look: SvgLook,
): { readonly element: Element; readonly height: number } {
  const pen = penFor(look);
  const { elements, height } = draw(pen, chart, look);
  const properties = {
    viewBox: `0 0 ${look.width} ${Math.ceil(height)}`,
    width: look.width,
    height: Math.ceil(height),
    role: "img",
    "font-size": FONT_SIZE,
    ...(look.palette === "css" ? {} : { "font-family": fontFamily(look.font) }),
    fill: pen.fill("ink"),
    // Numbers and anchors are meant from left to right on pages that are not.
    direction: "ltr",
  };
  const title = node("title", {}, [chart.title]);
  const description = node("desc", {}, [describeChart(chart, look.language)]);
  const element = node("svg", properties, [title, description, ...elements]);
  return { element, height: Math.ceil(height) };
}

function draw(pen: Pen, chart: Chart, { width, language }: SvgLook): Drawing {
  if (chart.kind === "line") return drawLines(pen, chart, { width, top: 0, language });
  const legend = drawLegend(pen, chart, width);
  const given = { width, top: legend.height + 4, language };
  // Columns whose labels have no room are drawn as bars, which always have it.
  const columns = chart.kind === "column" ? drawColumns(pen, chart, given) : null;
  const { elements, height } = columns ?? drawBars(pen, chart, given);
  return { elements: [...legend.elements, ...elements], height: round(given.top + height) };
}

/** Quoted, since Typst does not find unquoted families with a digit in their name. */
function fontFamily(font: string): string {
  return `'${font.replace(/[^\p{L}\p{N} _-]/gu, "")}', sans-serif`;
}

function toXml({ tagName, properties, children }: Element): string {
  const attributes = Object.entries(properties).map(
    ([name, value]) => ` ${name}="${escapeXml(String(value))}"`,
  );
  const inner = children.map((child) => {
    if (child.type === "element") return toXml(child);
    return child.type === "text" ? escapeXml(child.value) : "";
  });
  const open = `<${tagName}${attributes.join("")}`;
  return inner.length === 0 ? `${open}/>` : `${open}>${inner.join("")}</${tagName}>`;
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
