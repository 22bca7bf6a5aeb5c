import type { Chart } from "../charts/chart.ts";

/** In inches, from the corner where reading begins. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Text of one look. Colours are those of the palette. */
export interface Run {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly code?: boolean;
  /** Superscript, as citations are. */
  readonly raised?: boolean;
  readonly colour?: string;
  /** In points, where it differs from its shape's. */
  readonly size?: number;
  readonly href?: string;
}

export type Align = "start" | "end" | "center";

export interface TextParagraph {
  readonly runs: readonly Run[];
  readonly align?: Align;
  /** A dash or a number in front of it; `hang` where the first run is one, with a tab behind it. */
  readonly mark?: "dash" | "hang" | { readonly number: number };
  /** How deep it stands in a list; the first level is 0. */
  readonly level?: number;
  /** In points. */
  readonly spaceAfter?: number;
}

export type Placeholder = "title" | "subtitle" | "facts" | "source";

export interface TextShape {
  readonly kind: "text";
  readonly name: string;
  readonly box: Box;
  readonly size: number;
  readonly colour: string;
  readonly paragraphs: readonly TextParagraph[];
  readonly bold?: boolean;
  readonly fill?: string;
  readonly isRounded?: boolean;
  readonly inset?: number;
  readonly anchor?: "top" | "middle" | "bottom";
  /** Line spacing; 1 is single. */
  readonly leading?: number;
  readonly placeholder?: Placeholder;
}

/** A line or a bar, which says nothing by itself. */
export interface RuleShape {
  readonly kind: "rule";
  readonly box: Box;
  readonly colour: string;
}

export interface TableCell {
  readonly runs: readonly Run[];
  readonly align: Align;
  readonly colour: string;
  readonly fill?: string;
  readonly bold?: boolean;
}

export interface TableShape {
  readonly kind: "table";
  readonly name: string;
  readonly description: string;
  readonly box: Box;
  readonly size: number;
  readonly widths: readonly number[];
  /** The header first. */
  readonly rows: readonly { readonly height: number; readonly cells: readonly TableCell[] }[];
  readonly lineColour: string;
  readonly headLineColour: string;
}

export interface ChartShape {
  readonly kind: "chart";
  readonly box: Box;
  readonly chart: Chart;
  readonly description: string;
}

export type Shape = TextShape | RuleShape | TableShape | ChartShape;

export interface Slide {
  readonly layout: "cover" | "message" | "plain";
  readonly title: string;
  /** The author's heading above a title that is not the heading itself. */
  readonly kicker?: string;
  readonly shapes: readonly Shape[];
  /** The sources at the foot. */
  readonly source?: string;
  readonly notes: string;
}

/** How much a deck would lose without a slide; the first are never left out. */
export const WEIGHTS = ["fixed", "chart", "table", "text", "further"] as const;

/** A slide whose title is chosen when those of the others are known. */
export interface SlideDraft extends Omit<Slide, "title" | "kicker"> {
  /** The best first. */
  readonly titles: readonly string[];
  /** The author's heading, shown above where the title is another. */
  readonly heading?: string;
  readonly weight: (typeof WEIGHTS)[number];
}

export const SLIDE = { width: 13.333, height: 7.5 } as const;
export const LEFT = 0.6;
export const WIDTH = SLIDE.width - 2 * LEFT;
/** Where the content begins and ends. */
export const TOP = 1.62;
export const BOTTOM = 6.72;
export const TITLE_BOX: Box = { x: LEFT, y: 0.42, w: WIDTH, h: 1.02 };
export const TITLE_SIZE = 28;
export const SOURCE_BOX: Box = { x: LEFT, y: 7.0, w: 8.2, h: 0.28 };
export const SOURCE_SIZE = 10;
/** The margins within the cells of a table. */
export const CELL = { x: 0.1, y: 0.05 } as const;
export const FOOTER_BOX: Box = { x: 8.95, y: 7.0, w: 3.2, h: 0.28 };
export const NUMBER_BOX: Box = { x: 12.2, y: 7.0, w: 0.533, h: 0.28 };
export const KICKER_BOX: Box = { x: LEFT, y: 0.2, w: WIDTH, h: 0.26 };
export const KICKER_SIZE = 12;
