import { background, COLOUR_MAP } from "./background.ts";
import type { DeckStyle } from "./deck-style.ts";
import { levelsXml } from "./levels-xml.ts";
import { escaped, NAMESPACES, shapeTree, XML_HEAD } from "./xml.ts";

export function notesMasterXml(style: DeckStyle): string {
  const shapes = [
    notesImage(2),
    `<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" sz="quarter" idx="1"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="685800" y="4400550"/><a:ext cx="5486400" cy="3600450"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>`,
  ];
  return `${XML_HEAD}<p:notesMaster ${NAMESPACES}><p:cSld>${background(style.palette.page, style)}${shapeTree(shapes)}</p:cSld><p:clrMap ${COLOUR_MAP}/><p:notesStyle>${levelsXml("mn", style, { size: 12 })}</p:notesStyle></p:notesMaster>`;
}

function notesImage(id: number): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Slide Image"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="685800" y="1143000"/><a:ext cx="5486400" cy="3086100"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/><a:ln w="12700"><a:solidFill><a:prstClr val="black"/></a:solidFill></a:ln></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>`;
}

/** What is said besides a slide, a paragraph for each line. */
export function notesXml(
  notes: string,
  number: number,
  { languageTag, isMirrored }: DeckStyle,
): string {
  const side = isMirrored ? '<a:pPr algn="r" rtl="1"/>' : "";
  const paragraphs = notes
    .split("\n")
    .map(
      (text) =>
        `<a:p>${side}${text === "" ? "" : `<a:r><a:rPr lang="${languageTag}" dirty="0"/><a:t>${escaped(text)}</a:t></a:r>`}</a:p>`,
    );
  const image = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image ${number}"/><p:cNvSpPr><a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr><p:nvPr><p:ph type="sldImg"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>`;
  const body = `<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes ${number}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="body" idx="1"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs.join("")}</p:txBody></p:sp>`;
  return `${XML_HEAD}<p:notes ${NAMESPACES}><p:cSld>${shapeTree([image, body])}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:notes>`;
}
