import { type Block, type Inline, wordsOf } from "../../blocks.ts";
import { describeChart } from "../../charts/describe-chart.ts";
import { svgChart } from "../../charts/svg-chart.ts";
import type { ResearchDocument } from "../../document.ts";
import { inlinesOf } from "../../findings.ts";
import { labelsFor } from "../../languages/labels-for.ts";
import { directionOfText } from "../../languages/language.ts";
import type { Palette } from "../../theme/palette.ts";
import { divisible, headingInlines, pdfInlines, type Writing } from "./inlines.ts";
import type { PdfBlock, PdfChart } from "./pdf-layout.ts";
import { pdfTable } from "./table.ts";

/** Deeper lists and quotes would leave no room, and the compiler stops at a fixed depth. */
const MAX_DEPTH = 8;
const MAX_HEADING_LEVEL = 6;
/** Drawn 442 pt wide, this gives labels of 9 pt. */
const CHART_WIDTH = 690;

export interface BlockWriting extends Writing {
  readonly document: Pick<ResearchDocument, "language" | "direction">;
  readonly palette: Palette;
  readonly chartFont: string;
}

export function pdfBlocks(
  blocks: readonly Block[],
  writing: BlockWriting,
  { depth = 0, inBlock = false } = {},
): PdfBlock[] {
  return blocks.flatMap((block) => {
    const direction = directionOf(block, writing);
    return pdfBlock(block, writing, { depth, inBlock }).map((written) => ({
      ...direction,
      ...written,
    }));
  });
}

interface Place {
  readonly depth: number;
  /** Inside a list or quote there are no sections. */
  readonly inBlock: boolean;
}

function pdfBlock(block: Block, writing: BlockWriting, place: Place): PdfBlock[] {
  switch (block.kind) {
    case "heading": {
      if (place.inBlock) return [{ k: "label", v: pdfInlines(block.inlines, writing) }];
      if (wordsOf(block.inlines).trim() === "") return [];
      const level = Math.min(MAX_HEADING_LEVEL, block.level);
      return [{ k: "heading", level, ...headingInlines(block.inlines, writing) }];
    }
    case "paragraph":
      return [{ k: "p", v: pdfInlines(block.inlines, writing) }];
    case "code":
      return [{ k: "code", v: divisible(block.text.replaceAll("\t", "    ")) }];
    case "rule":
      return [{ k: "rule" }];
    case "table":
      return [...chartBlocks(block.chart, writing), ...pdfTable(block, writing)];
    case "quote":
      return nested(place, block.blocks, writing, (v) => [{ k: "quote", v }]);
    case "list": {
      const start = block.ordered ? block.start : null;
      if (place.depth >= MAX_DEPTH) return pdfBlocks(block.items.flat(), writing, inside(place));
      const v = block.items.map((item) => pdfBlocks(item, writing, inside(place)));
      return [{ k: "list", start, v }];
    }
  }
}

function nested(
  place: Place,
  blocks: readonly Block[],
  writing: BlockWriting,
  around: (inner: PdfBlock[]) => PdfBlock[],
): PdfBlock[] {
  const inner = pdfBlocks(blocks, writing, inside(place));
  return place.depth >= MAX_DEPTH ? inner : around(inner);
}

function inside({ depth }: Place): Place {
  return { depth: depth + 1, inBlock: true };
}

/** A chart that cannot be drawn is left out; its table stays. */
function chartBlocks(
  chart: Extract<Block, { kind: "table" }>["chart"],
  { document: { language, direction }, palette, chartFont }: BlockWriting,
): PdfBlock[] {
  if (!chart) return [];
  const look = { palette, font: chartFont, language, direction, width: CHART_WIDTH };
  const numbers = chart.sources.join(", ");
  const v: PdfChart = {
    title: chart.title,
    svg: svgChart(chart, look).svg,
    alt: describeChart(chart, language),
    caption: numbers ? labelsFor(language).sourcesLine(numbers) : "",
  };
  return [{ k: "chart", v }];
}

function directionOf(block: Block, { document }: BlockWriting): { readonly d?: "ltr" | "rtl" } {
  return ownDirection(wordsIn(inlinesOf(block)), document.direction);
}

function wordsIn(inlines: readonly Inline[]): string {
  return wordsOf(inlines).slice(0, 1_000);
}

/** Said only where it differs: a text of the other direction among those of the document. */
export function ownDirection(
  text: string,
  direction: "ltr" | "rtl",
): { readonly d?: "ltr" | "rtl" } {
  if (!/\p{L}/u.test(text)) return {};
  const own = directionOfText(text);
  return own === direction ? {} : { d: own };
}
