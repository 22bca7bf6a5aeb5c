import { Document, Packer, Paragraph, type ParagraphChild } from "docx";
import { ChartRun } from "docx/charts";
import { strFromU8, unzipSync } from "fflate";
import { stableZip, ZIP_TIME } from "../stable-zip.ts";
import type { Chart } from "./chart.ts";
import type { ChartLook } from "./chart-look.ts";
import { officeChartOptions } from "./office-chart-options.ts";

export type { ChartLook } from "./chart-look.ts";

/** The id by which a chart's part refers to the workbook with its data. */
const WORKBOOK_RELATIONSHIP = "rId1";

/** A native chart inside a paragraph of a Word document; null where it cannot be drawn. */
export function officeChartRun(chart: Chart, look: ChartLook): ParagraphChild | null {
  try {
    return new ChartRun(officeChartOptions(chart, look));
  } catch {
    // The library refuses what it cannot draw; the table below the chart says the same.
    return null;
  }
}

/** The parts of a native chart for slides and sheets, the same bytes for the same chart. */
export async function officeChartParts(
  chart: Chart,
  look: ChartLook,
): Promise<{ readonly chartXml: string; readonly workbook: Uint8Array } | null> {
  const run = officeChartRun(chart, look);
  if (run === null) return null;
  const file = new Document({ sections: [{ children: [new Paragraph({ children: [run] })] }] });
  const parts = Object.entries(unzipSync(stableZip(await Packer.toBuffer(file), ZIP_TIME)));
  const partNamed = (pattern: RegExp) => parts.find(([name]) => pattern.test(name))?.[1];
  const chartXml = partNamed(/\/charts\/chart\d+\.xml$/);
  const workbook = partNamed(/\/embeddings\/[^/]+\.xlsx$/);
  if (!chartXml || !workbook) return null;
  const xml = withOwnColours(withWorkbookId(strFromU8(chartXml)), look.palette.line);
  return { chartXml: xml, workbook };
}

/** Lines of the grid take their colour from the document's theme, which a workbook has none of. */
function withOwnColours(chartXml: string, line: string): string {
  return chartXml.replace(
    /<a:schemeClr val="tx1">.*?<\/a:schemeClr>/gs,
    `<a:srgbClr val="${line}"/>`,
  );
}

/** The only relationship of a chart is the one to its workbook. */
function withWorkbookId(chartXml: string): string {
  return chartXml.replace(/(?<=<c:externalData r:id=")[^"]*/, WORKBOOK_RELATIONSHIP);
}
