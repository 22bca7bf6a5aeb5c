import type { Block } from "../blocks.ts";
import type { Chart } from "../charts/chart.ts";
import { officeChartParts } from "../charts/office-chart.ts";
import type { ResearchDocument } from "../document.ts";
import { zipFiles } from "../stable-zip.ts";
import { paletteOf } from "../theme/palette.ts";
import { shortenRuns } from "./measure/fit-text.ts";
import { type ChartParts, presentationFiles } from "./package/presentation-files.ts";
import { planDeck } from "./plan-deck.ts";
import { FOOTER_BOX, type Run, SOURCE_SIZE } from "./slide.ts";
import { type SlideContext, slideContext } from "./slide-context.ts";

/** More would not be shown. */
const MAX_CHARTS = 30;
const CHART_LOOK = { widthPx: 740, heightPx: 450, fontSize: 14, hasTitle: false } as const;

export async function renderPptx(document: ResearchDocument): Promise<Uint8Array> {
  const charts = await drawnCharts(document);
  const context = slideContext(document, (chart) => charts.has(chart));
  const files = presentationFiles({
    document,
    slides: planDeck(context),
    footer: footerText(context),
    chartParts: ({ chart }) => {
      const parts = charts.get(chart);
      if (!parts) throw new Error(`The chart ${chart.title} was not drawn.`);
      return parts;
    },
  });
  return zipFiles(files);
}

/** The charts of a document that can be drawn. */
async function drawnCharts({
  blocks,
  theme,
  language,
}: ResearchDocument): Promise<Map<Chart, ChartParts>> {
  const look = { ...CHART_LOOK, palette: paletteOf(theme).light, font: theme.bodyFont, language };
  const drawn = new Map<Chart, ChartParts>();
  for (const chart of chartsIn(blocks).slice(0, MAX_CHARTS)) {
    const parts = await officeChartParts(chart, look);
    if (parts) drawn.set(chart, parts);
  }
  return drawn;
}

function chartsIn(blocks: readonly Block[]): Chart[] {
  return blocks.flatMap((block) => {
    if (block.kind === "table") return block.chart ? [block.chart] : [];
    if (block.kind === "quote") return chartsIn(block.blocks);
    return block.kind === "list" ? block.items.flatMap(chartsIn) : [];
  });
}

function footerText({ document, measure }: SlideContext): string {
  const { organization, theme } = document;
  const text = [organization, theme.footer].filter(Boolean).join(" · ");
  const fits = (runs: readonly Run[]) =>
    measure.linesOf({ runs }, FOOTER_BOX.w, { size: SOURCE_SIZE }) === 1;
  if (fits([{ text }])) return text;
  return (shortenRuns([{ text }], fits) ?? []).map((run) => run.text).join("");
}
