import type { ResearchDocument } from "../../document.ts";
import { SLIDE } from "../slide.ts";
import type { DeckStyle } from "./deck-style.ts";
import { levelsXml } from "./levels-xml.ts";
import { emu, escaped, NAMESPACES, XML_HEAD } from "./xml.ts";

const PRODUCT = "Trovella";
const FIRST_SLIDE_ID = 256;
const NO_STYLE = "{2D5ABB26-0587-4C30-8999-92F81FD0307C}";

interface PresentationGiven {
  readonly masterId: string;
  readonly notesMasterId: string;
  readonly slideIds: readonly string[];
}

export function presentationXml(
  { masterId, notesMasterId, slideIds }: PresentationGiven,
  style: DeckStyle,
): string {
  const slides = slideIds.map(
    (id, index) => `<p:sldId id="${FIRST_SLIDE_ID + index}" r:id="${id}"/>`,
  );
  const direction = style.isMirrored ? ' rtl="1"' : "";
  return `${XML_HEAD}<p:presentation ${NAMESPACES} saveSubsetFonts="1"${direction}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="${masterId}"/></p:sldMasterIdLst><p:notesMasterIdLst><p:notesMasterId r:id="${notesMasterId}"/></p:notesMasterIdLst><p:sldIdLst>${slides.join("")}</p:sldIdLst><p:sldSz cx="${emu(SLIDE.width)}" cy="${emu(SLIDE.height)}"/><p:notesSz cx="6858000" cy="9144000"/><p:defaultTextStyle>${levelsXml("mn", style, { size: 18 })}</p:defaultTextStyle></p:presentation>`;
}

export const PRESENTATION_PROPERTIES = `${XML_HEAD}<p:presentationPr ${NAMESPACES}/>`;
export const TABLE_STYLES = `${XML_HEAD}<a:tblStyleLst xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" def="${NO_STYLE}"/>`;

export function coreXml({ title, question, createdAt, language }: ResearchDocument): string {
  const time = `${createdAt.toISOString().slice(0, 19)}Z`;
  return `${XML_HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:dcmitype="http://purl.org/dc/dcmitype/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escaped(title)}</dc:title><dc:subject>${escaped(question)}</dc:subject><dc:creator>${PRODUCT}</dc:creator><cp:lastModifiedBy>${PRODUCT}</cp:lastModifiedBy><dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified><dc:language>${language}</dc:language></cp:coreProperties>`;
}

export function appXml({ organization }: ResearchDocument): string {
  return `${XML_HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>${PRODUCT}</Application><Company>${escaped(organization)}</Company></Properties>`;
}
