import { type Block, citedIn, type Inline } from "../blocks.ts";
import type { Chart } from "../charts/chart.ts";
import type { ResearchDocument } from "../document.ts";
import { inlinesOf } from "../findings.ts";
import type { Labels } from "../languages/labels.ts";
import { labelsFor } from "../languages/labels-for.ts";
import { clip } from "../safe-text.ts";
import type { Confidence } from "../structure/part.ts";
import { type Palette, paletteOf } from "../theme/palette.ts";
import { type TextMeasure, textMeasure } from "./measure/text-measure.ts";
import {
  type Align,
  type Box,
  type Run,
  SOURCE_BOX,
  SOURCE_SIZE,
  type TextParagraph,
  type TextShape,
  TITLE_BOX,
  TITLE_SIZE,
} from "./slide.ts";
import { runsOf } from "./words/runs-of.ts";
import { sourceFoot } from "./words/source-foot.ts";

const MAX_NOTES = 8_000;
const CHIP = { height: 0.3, size: 12 };
const MAX_TITLE_LINES = 2;

/** What every slide is made with. */
export interface SlideContext {
  readonly document: ResearchDocument;
  readonly labels: Labels;
  readonly palette: Palette;
  readonly measure: TextMeasure;
  /** Whether a chart can be drawn natively. */
  isDrawable(chart: Chart): boolean;
  /** Whether a title stands on two lines at most. */
  isTitle(text: string): boolean;
}

export function slideContext(
  document: ResearchDocument,
  isDrawable: (chart: Chart) => boolean,
): SlideContext {
  const { theme, language } = document;
  const titleMeasure = textMeasure(theme.headingFont);
  return {
    document,
    labels: labelsFor(language),
    palette: paletteOf(theme).light,
    measure: textMeasure(theme.bodyFont),
    isDrawable,
    isTitle: (text) => {
      const style = { size: TITLE_SIZE, bold: true };
      const paragraph = { runs: [{ text }] };
      return (
        titleMeasure.linesOf(paragraph, TITLE_BOX.w, style) <= MAX_TITLE_LINES &&
        titleMeasure.heightOf([paragraph], TITLE_BOX.w, style) <= TITLE_BOX.h + 0.1
      );
    },
  };
}

/** The line at the foot for what the blocks or inlines cite. */
export function footOf(context: SlideContext, inlines: readonly Inline[]): string {
  const { document, labels, measure } = context;
  const fits = (text: string) => measure.widthOf(text, { size: SOURCE_SIZE }) <= SOURCE_BOX.w;
  return sourceFoot(citedIn(inlines), { sources: document.sources, labels, fits });
}

export function inlinesIn(blocks: readonly Block[]): Inline[] {
  return blocks.flatMap(inlinesOf);
}

export function paragraphOf(
  { palette }: SlideContext,
  inlines: readonly Inline[],
  look: Omit<TextParagraph, "runs"> = {},
): TextParagraph {
  return { runs: runsOf(inlines, palette), ...look };
}

/** One line of text of one look. */
export function line(text: string, look: Omit<Run, "text"> = {}, align?: Align): TextParagraph {
  return { runs: [{ text, ...look }], ...(align ? { align } : {}) };
}

/** A coloured area behind other shapes. */
export function ground(box: Box, fill: string): TextShape {
  return { kind: "text", name: "Ground", box, size: 12, colour: fill, fill, paragraphs: [] };
}

/** A confidence as a coloured word; it ends at `end` or begins at `start`. */
export function chip(
  { labels, palette, measure }: SlideContext,
  confidence: Confidence,
  at: { readonly y: number } & ({ readonly start: number } | { readonly end: number }),
): TextShape {
  const text = labels.confidence[confidence];
  const w = measure.widthOf(text, { size: CHIP.size, bold: true }) + 0.36;
  const { ground, text: colour } = palette.chips[confidence];
  const box: Box = { x: "start" in at ? at.start : at.end - w, y: at.y, w, h: CHIP.height };
  return {
    kind: "text",
    name: labels.confidenceTitle,
    box,
    size: CHIP.size,
    colour,
    fill: ground,
    isRounded: true,
    anchor: "middle",
    paragraphs: [line(text, { bold: true }, "center")],
  };
}

/** The notes that go with a slide, as long as programs take them. */
export function notesText(parts: readonly string[]): string {
  return clip(parts.filter(Boolean).join("\n\n"), MAX_NOTES);
}
