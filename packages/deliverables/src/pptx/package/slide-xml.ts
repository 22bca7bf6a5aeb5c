import { type ChartShape, KICKER_BOX, KICKER_SIZE, type Slide, type TextShape } from "../slide.ts";
import type { DeckStyle } from "./deck-style.ts";
import { numberField } from "./placeholder-xml.ts";
import type { Relationships } from "./relationships.ts";
import { shapeXml } from "./shape-xml.ts";
import { escaped, NAMESPACES, shapeTree, XML_HEAD } from "./xml.ts";

/** Placeholders and lines of the layout have the ids below. */
const FIRST_SHAPE_ID = 10;

export interface SlideGiven {
  readonly number: number;
  readonly footer: string;
  readonly style: DeckStyle;
  readonly relationships: Relationships;
  chartId(shape: ChartShape): string;
}

export function slideXml(slide: Slide, given: SlideGiven): string {
  const isCover = slide.layout === "cover";
  const shapes = [...kickerShapes(slide, given.style), ...slide.shapes];
  const drawn = shapes.map((shape, index) =>
    shapeXml(shape, { ...given, id: FIRST_SHAPE_ID + index }),
  );
  const content = isCover
    ? drawn
    : [titleXml(slide.title, given), ...drawn, ...footXml(slide, given)];
  return `${XML_HEAD}<p:sld ${NAMESPACES}><p:cSld>${shapeTree(content)}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;
}

function titleXml(title: string, { style }: SlideGiven): string {
  return placeholder({ id: 2, name: "Title", type: 'type="title"' }, textRun(title, style));
}

function footXml({ source = "", layout }: Slide, { number, footer, style }: SlideGiven): string[] {
  return [
    ...(source && layout === "message"
      ? [
          placeholder(
            { id: 3, name: "Sources", type: 'type="body" sz="quarter" idx="13"' },
            textRun(source, style),
          ),
        ]
      : []),
    ...(footer
      ? [
          placeholder(
            { id: 4, name: "Footer", type: 'type="ftr" sz="quarter" idx="11"' },
            textRun(footer, style),
          ),
        ]
      : []),
    placeholder(
      { id: 5, name: "Slide Number", type: 'type="sldNum" sz="quarter" idx="12"' },
      numberField(String(number), style),
    ),
  ];
}

function placeholder(
  { id, name, type }: { id: number; name: string; type: string },
  content: string,
): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name} ${id}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${type}/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/><a:p>${content}</a:p></p:txBody></p:sp>`;
}

function textRun(text: string, { languageTag }: DeckStyle): string {
  return `<a:r><a:rPr lang="${languageTag}" dirty="0"/><a:t>${escaped(text)}</a:t></a:r>`;
}

function kickerShapes({ kicker }: Slide, { palette }: DeckStyle): TextShape[] {
  if (!kicker) return [];
  const paragraphs = [{ runs: [{ text: kicker }] }];
  return [
    {
      kind: "text",
      name: "Section",
      box: KICKER_BOX,
      size: KICKER_SIZE,
      colour: palette.accent,
      bold: true,
      paragraphs,
    },
  ];
}
