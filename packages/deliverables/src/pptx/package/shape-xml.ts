import type { ChartShape, Placeholder, RuleShape, Shape, TableShape, TextShape } from "../slide.ts";
import { CELL } from "../slide.ts";
import type { DeckStyle } from "./deck-style.ts";
import type { Relationships } from "./relationships.ts";
import { paragraphsXml } from "./text-xml.ts";
import { CHART_NAMESPACE, emu, escaped, frameXml, TABLE_NAMESPACE } from "./xml.ts";

/** Says that a shape means nothing by itself, so that screen readers pass over it. */
const DECORATIVE =
  '<a:extLst><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>';
const ANCHORS = { top: "t", middle: "ctr", bottom: "b" } as const;
const PLACEHOLDERS: Readonly<Record<Placeholder, string>> = {
  title: 'type="ctrTitle"',
  subtitle: 'type="subTitle" idx="1"',
  facts: 'type="body" sz="quarter" idx="14"',
  source: 'type="body" sz="quarter" idx="13"',
};
const RULE = { line: 9_525, headLine: 12_700 };

interface ShapeGiven {
  readonly id: number;
  readonly style: DeckStyle;
  readonly relationships: Relationships;
  /** The relationship of a chart. */
  chartId(shape: ChartShape): string;
}

export function shapeXml(shape: Shape, given: ShapeGiven): string {
  switch (shape.kind) {
    case "text":
      return textXml(shape, given);
    case "rule":
      return ruleXml(shape, given);
    case "table":
      return tableXml(shape, given);
    case "chart":
      return chartXml(shape, given);
  }
}

function textXml(shape: TextShape, { id, style, relationships }: ShapeGiven): string {
  const { name, box, placeholder, fill, isRounded, anchor = "top", inset = 0, paragraphs } = shape;
  const isEmpty = paragraphs.length === 0;
  const { size, colour, bold, leading } = shape;
  const look = {
    size,
    colour,
    ...(bold === undefined ? {} : { bold }),
    ...(leading === undefined ? {} : { leading }),
  };
  const geometry = isRounded
    ? '<a:prstGeom prst="roundRect"><a:avLst><a:gd name="adj" fmla="val 50000"/></a:avLst></a:prstGeom>'
    : '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';
  const ground = fill ? `<a:solidFill>${style.colour(fill)}</a:solidFill>` : "<a:noFill/>";
  const lock = placeholder
    ? '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
    : isEmpty
      ? "<p:cNvSpPr/>"
      : '<p:cNvSpPr txBox="1"/>';
  const kind = placeholder ? `<p:nvPr><p:ph ${PLACEHOLDERS[placeholder]}/></p:nvPr>` : "<p:nvPr/>";
  const edge = emu(inset);
  return [
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${escaped(`${name} ${id}`)}"${isEmpty ? `>${DECORATIVE}</p:cNvPr>` : "/>"}${lock}${kind}</p:nvSpPr>`,
    `<p:spPr>${frameXml(box, style.isMirrored)}${geometry}${ground}<a:ln><a:noFill/></a:ln></p:spPr>`,
    `<p:txBody><a:bodyPr wrap="square" lIns="${edge}" tIns="${edge}" rIns="${edge}" bIns="${edge}" anchor="${ANCHORS[anchor]}" rtlCol="${style.isMirrored ? 1 : 0}"><a:noAutofit/></a:bodyPr><a:lstStyle/>`,
    paragraphsXml(paragraphs, look, style, relationships),
    "</p:txBody></p:sp>",
  ].join("");
}

export function ruleXml(
  { box, colour }: RuleShape,
  { id, style }: Pick<ShapeGiven, "id" | "style">,
): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Line ${id}">${DECORATIVE}</p:cNvPr><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>${frameXml(box, style.isMirrored)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill>${style.colour(colour)}</a:solidFill><a:ln><a:noFill/></a:ln></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>`;
}

function graphicFrame(
  { id, style }: ShapeGiven,
  { box, name, description }: Pick<TableShape, "box" | "name" | "description">,
  graphic: { readonly uri: string; readonly xml: string },
): string {
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="${escaped(`${name} ${id}`)}" descr="${escaped(description)}"/><p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>${frameXml(box, style.isMirrored, "p")}<a:graphic><a:graphicData uri="${graphic.uri}">${graphic.xml}</a:graphicData></a:graphic></p:graphicFrame>`;
}

function chartXml(shape: ChartShape, given: ShapeGiven): string {
  const { box, description, chart } = shape;
  const xml = `<c:chart xmlns:c="${CHART_NAMESPACE}" r:id="${given.chartId(shape)}"/>`;
  return graphicFrame(
    given,
    { box, name: chart.title, description },
    { uri: CHART_NAMESPACE, xml },
  );
}

function tableXml(table: TableShape, given: ShapeGiven): string {
  const grid = table.widths.map((width) => `<a:gridCol w="${emu(width)}"/>`);
  const rows = table.rows.map(({ height, cells }, index) => {
    const isHeader = index === 0;
    return `<a:tr h="${emu(height)}">${cells.map((cell) => cellXml(cell, table, given, isHeader)).join("")}</a:tr>`;
  });
  const direction = given.style.isMirrored ? ' rtl="1"' : "";
  const xml = `<a:tbl><a:tblPr firstRow="1"${direction}/><a:tblGrid>${grid.join("")}</a:tblGrid>${rows.join("")}</a:tbl>`;
  return graphicFrame(given, table, { uri: TABLE_NAMESPACE, xml });
}

function cellXml(
  cell: TableShape["rows"][number]["cells"][number],
  { size, lineColour, headLineColour }: TableShape,
  { style, relationships }: ShapeGiven,
  isHeader: boolean,
): string {
  const { runs, align, colour, bold = false, fill } = cell;
  const text = paragraphsXml([{ runs, align }], { size, colour, bold }, style, relationships);
  const rule = (side: string, hex: string | null, width: number) =>
    `<a:${side} w="${width}">${hex ? `<a:solidFill>${style.colour(hex)}</a:solidFill>` : "<a:noFill/>"}</a:${side}>`;
  const bottom = isHeader
    ? rule("lnB", headLineColour, RULE.headLine)
    : rule("lnB", lineColour, RULE.line);
  const sides = [
    rule("lnL", null, 0),
    rule("lnR", null, 0),
    rule("lnT", isHeader ? headLineColour : null, isHeader ? RULE.headLine : 0),
    bottom,
  ];
  const ground = fill ? `<a:solidFill>${style.colour(fill)}</a:solidFill>` : "<a:noFill/>";
  return `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${text}</a:txBody><a:tcPr marL="${emu(CELL.x)}" marR="${emu(CELL.x)}" marT="${emu(CELL.y)}" marB="${emu(CELL.y)}" anchor="ctr">${sides.join("")}${ground}</a:tcPr></a:tc>`;
}
