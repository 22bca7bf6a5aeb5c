import { escapeXml } from "./escape-xml.ts";
import type { SheetChart } from "./sheet-chart.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const EMU_PER_PIXEL = 9_525;

/** The id by which a sheet refers to its drawing. */
export const DRAWING_ID = "drawing1";

/** The parts of the chart of one sheet, by name; the number is that of the sheet. */
export function drawingFiles(chart: SheetChart, number: number): Record<string, string> {
  const relationship = `<Relationship Id="rId1" Type="${OFFICE}/chart" Target="../charts/chart${number}.xml"/>`;
  return {
    [`xl/charts/chart${number}.xml`]: chart.chartXml,
    [`xl/drawings/${nameOf(number)}`]: drawingXml(chart),
    [`xl/drawings/_rels/${nameOf(number)}.rels`]: `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship}</Relationships>`,
  };
}

export function drawingRelationship(number: number): string {
  return `<Relationship Id="${DRAWING_ID}" Type="${OFFICE}/drawing" Target="../drawings/${nameOf(number)}"/>`;
}

export function drawingContentTypes(number: number): string {
  const type = "application/vnd.openxmlformats-officedocument";
  return [
    `<Override ContentType="${type}.drawing+xml" PartName="/xl/drawings/${nameOf(number)}"/>`,
    `<Override ContentType="${type}.drawingml.chart+xml" PartName="/xl/charts/chart${number}.xml"/>`,
  ].join("");
}

/** Stands at a cell and keeps its size, however high the rows are. */
function drawingXml({ column, row, widthPx, heightPx, title, description }: SheetChart): string {
  const place = `<xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="${emu(widthPx)}" cy="${emu(heightPx)}"/>`;
  const words = `name="${escapeXml(title)}" descr="${escapeXml(description)}"`;
  const graphic = `<a:graphic><a:graphicData uri="${DRAWING}/chart"><c:chart xmlns:c="${DRAWING}/chart" r:id="rId1"/></a:graphicData></a:graphic>`;
  const frame = `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" ${words}/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>${graphic}</xdr:graphicFrame>`;
  return `${HEAD}<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main" xmlns:r="${OFFICE}"><xdr:oneCellAnchor>${place}${frame}<xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`;
}

/** Not a name of the library's own, which would refer to the part a second time. */
function nameOf(number: number): string {
  return `chart-drawing${number}.xml`;
}

function emu(pixels: number): number {
  return Math.round(pixels * EMU_PER_PIXEL);
}
