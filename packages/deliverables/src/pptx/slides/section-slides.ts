import { type Block, type TableBlock, wordsOf } from "../../blocks.ts";
import { isConfidenceTitle } from "../../structure/confidence.ts";
import type { SectionPart } from "../../structure/part.ts";
import type { SlideDraft } from "../slide.ts";
import { inlinesIn, notesText, type SlideContext } from "../slide-context.ts";
import { isMessage, shortTitle, titleCandidates } from "../words/message-title.ts";
import { notesOf, pointsOf } from "../words/points-of.ts";
import { chartSlide } from "./chart-slide.ts";
import { tableSlides } from "./table-slides.ts";
import { type SectionGiven, textSlide } from "./text-slide.ts";

/** A text of more characters has a slide of its own beside its table's. */
const LONG_TEXT = 200;

/** A section by what weighs most in it: charts with their tables, else tables, else its text. */
export function sectionSlides(
  context: SlideContext,
  part: Pick<SectionPart, "heading" | "blocks">,
): SlideDraft[] {
  const heading = part.heading ? wordsOf(part.heading.inlines).trim() : "";
  const notes = notesText([heading, notesOf(part.blocks)]);
  const titles = titlesOf(context, heading, part.blocks);
  const tables = tablesIn(part.blocks);
  const slides = tables.flatMap((found, index) =>
    slidesOfTable(context, part.blocks, found, { heading, titles, notes, isFirst: index === 0 }),
  );
  const hasChart = slides.some(({ weight }) => weight === "chart");
  const isLong = wordsOf(inlinesIn(textOf(part.blocks))).length > LONG_TEXT;
  if (tables.length > 0 && (hasChart || !isLong)) return slides;
  const weight = tables.length > 0 ? "further" : "text";
  const text = textSlide(context, part.blocks, { heading, titles, notes, weight });
  return text ? [...slides, text] : slides;
}

/** What a section could be called; something always, since every slide has a title. */
function titlesOf(context: SlideContext, heading: string, blocks: readonly Block[]): string[] {
  const titles = titleCandidates({ heading, blocks }, context.isTitle);
  if (titles.length > 0) return titles;
  const [first] = pointsOf(blocks);
  const words = first ? wordsOf(first.inlines) : "";
  return [shortTitle(words || context.document.title, context.isTitle)];
}

interface FoundTable {
  readonly table: TableBlock;
  /** The nearest heading above it within the section. */
  readonly heading: string;
}

function tablesIn(blocks: readonly Block[]): FoundTable[] {
  let heading = "";
  return blocks.flatMap((block): FoundTable[] => {
    if (block.kind === "heading") heading = wordsOf(block.inlines).trim();
    if (block.kind === "table") return [{ table: block, heading }];
    if (block.kind === "quote") return tablesIn(block.blocks);
    return block.kind === "list" ? block.items.flatMap((item) => tablesIn(item)) : [];
  });
}

function slidesOfTable(
  context: SlideContext,
  blocks: readonly Block[],
  { table, heading: own }: FoundTable,
  { heading, titles, notes, isFirst }: SectionGiven & { readonly isFirst: boolean },
): SlideDraft[] {
  const ownTitles = own ? [shortTitle(own, context.isTitle)] : [];
  const isSections = isFirst && (own === "" || isMessage(heading));
  const named = isSections ? [...titles, ...ownTitles] : [...ownTitles, ...titles];
  const chart = table.chart && context.isDrawable(table.chart) ? table.chart : null;
  const given = { titles: named, heading, notes };
  if (!chart)
    return tableSlides(context, table, { ...given, weight: isFirst ? "table" : "further" });
  const text = isFirst ? textOf(blocks) : [];
  const chartTitle = shortTitle(chart.title, context.isTitle);
  const slide = chartSlide(context, text, chart, { ...given, titles: [...named, chartTitle] });
  const tables = isShownBy(table)
    ? []
    : tableSlides(context, table, { ...given, weight: "further" });
  return [{ ...slide, weight: isFirst ? "chart" : "further" }, ...tables];
}

/** Bars carry their values, so that a table of nothing else would say the same again. */
function isShownBy({ header, chart, rows }: TableBlock): boolean {
  return (
    chart !== null &&
    chart.kind !== "line" &&
    header.length === chart.series.length + 1 &&
    chart.series.length === 1 &&
    rows.length === chart.labels.length &&
    !header.some((cell) => isConfidenceTitle(wordsOf(cell)))
  );
}

/** What is not a table. */
function textOf(blocks: readonly Block[]): Block[] {
  return blocks.filter(({ kind }) => kind !== "table");
}
