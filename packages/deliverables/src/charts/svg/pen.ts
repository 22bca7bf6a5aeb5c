import type { Element } from "hast";
import type { Direction, DocumentLanguage } from "../../languages/language.ts";
import type { Palette } from "../../theme/palette.ts";

export interface SvgLook {
  /** `css`: by the variables `--chart-1`, `--chart-ink` and so on of the page around it. */
  readonly palette: Palette | "css";
  /** Of the texts; with `css` they have the font of the page. */
  readonly font: string;
  readonly language: DocumentLanguage;
  readonly direction: Direction;
  readonly width: number;
}

/** A part of a chart with the height that it takes. */
export interface Drawing {
  readonly elements: readonly Element[];
  readonly height: number;
}

export type Colour = "ink" | "soft" | "line" | "page" | "muted" | number;
type Anchor = "start" | "middle" | "end";
interface Point {
  readonly x: number;
  readonly y: number;
}
interface Box extends Point {
  readonly width: number;
  readonly height: number;
}
type Values = Readonly<Record<string, string | number>>;

export const FONT_SIZE = 14;
export const SMALL_SIZE = 13;
export const LINE_HEIGHT = 17;
/** How much wider bold texts are. */
export const BOLD = 1.06;
/** Nobody knows which font a page is shown in; some are this much wider. */
const UNKNOWN_FONT = 1.16;

/** Draws as if every chart began at the left, and mirrors what begins at the right. */
export function penFor({ palette, direction, width }: SvgLook) {
  const isMirrored = direction === "rtl";
  const across = (x: number) => round(isMirrored ? width - x : x);
  const fill = (colour: Colour) =>
    palette === "css" ? `var(--chart-${nameOf(colour)})` : `#${literal(palette, colour)}`;
  const flipped = { start: "end", middle: "middle", end: "start" } as const;

  return {
    bar(box: Box, colour: Colour, values: Values): Element {
      const x = round(isMirrored ? width - box.x - box.width : box.x);
      const size = { width: round(box.width), height: round(box.height) };
      return node("rect", { x, y: round(box.y), ...size, rx: 2, fill: fill(colour), ...values });
    },
    line(from: Point, to: Point, colour: Colour = "line"): Element {
      const [x1, x2] = [across(from.x), across(to.x)];
      return node("path", {
        d: `M${x1} ${round(from.y)}L${x2} ${round(to.y)}`,
        stroke: fill(colour),
      });
    },
    curve(points: readonly Point[], colour: Colour, dashes: string): Element {
      const d = points.map(({ x, y }) => `${across(x)} ${round(y)}`).join("L");
      const dash: Values = dashes ? { "stroke-dasharray": dashes } : {};
      const look = { fill: "none", stroke: fill(colour), "stroke-width": 2.5, ...dash };
      return node("path", { d: `M${d}`, ...look, "stroke-linejoin": "round" });
    },
    marker({ x, y }: Point, series: number, values: Values = {}): Element {
      const shape = MARKERS[series % MARKERS.length] ?? "";
      const at = `M${across(x)} ${round(y)}`;
      return node("path", { d: `${at}${shape}`, fill: fill(series), ...values });
    },
    text({ x, y }: Point, words: string, look: TextLook = {}): Element {
      const anchor = isMirrored ? flipped[look.anchor ?? "start"] : (look.anchor ?? "start");
      const properties = {
        x: across(x),
        y: round(y),
        ...(anchor === "start" ? {} : { "text-anchor": anchor }),
        ...(look.size ? { "font-size": look.size } : {}),
        ...(look.isBold ? { "font-weight": 600 } : {}),
        ...(look.colour ? { fill: fill(look.colour) } : {}),
      };
      return node("text", properties, [isMirrored ? isolated(words) : words]);
    },
    fill,
    /** The size to measure a text with. */
    measured: (size: number) => size * (palette === "css" ? UNKNOWN_FONT : 1),
  };
}

export type Pen = ReturnType<typeof penFor>;
interface TextLook {
  readonly anchor?: Anchor;
  readonly size?: number;
  readonly isBold?: boolean;
  readonly colour?: Colour;
}

/** A disc, a square, a diamond and a triangle, so that lines differ without their colours. */
const MARKERS = [
  "m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z",
  "m-4-4h8v8h-8z",
  "m0-5.5l5.5 5.5l-5.5 5.5l-5.5-5.5z",
  "m0-5.5l5.2 9h-10.4z",
] as const;

export function node(
  tagName: string,
  properties: Values,
  children: readonly (Element | string)[] = [],
): Element {
  return {
    type: "element",
    tagName,
    properties: { ...properties },
    children: children.map((child) =>
      typeof child === "string" ? { type: "text", value: child } : child,
    ),
  };
}

function nameOf(colour: Colour): string {
  return typeof colour === "number" ? String(colour + 1) : colour;
}

function literal(palette: Palette, colour: Colour): string {
  return typeof colour === "number"
    ? (palette.series[colour % palette.series.length] ?? palette.accent)
    : palette[colour];
}

/** Words that mix directions keep their order in drawings, which are set from left to right. */
function isolated(words: string): string {
  return /\p{Script=Arabic}|\p{Script=Hebrew}/u.test(words) &&
    /[\p{Script=Latin}\p{Nd}]/u.test(words)
    ? `\u2067${words}\u2069`
    : words;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
