import type { Box } from "../slide.ts";
import type { DeckStyle } from "./deck-style.ts";
import { alignment } from "./text-xml.ts";
import { frameXml } from "./xml.ts";

const NUMBER_FIELD = "{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}";

/** A place of a layout that slides fill. */
export interface PlaceholderGiven {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly box: Box;
  readonly size: number;
  readonly colour: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly align?: "start" | "end";
  readonly anchor?: "t" | "ctr" | "b";
  readonly isNumber?: boolean;
}

export function placeholderXml(given: PlaceholderGiven, style: DeckStyle): string {
  const {
    id,
    name,
    type,
    box,
    size,
    colour,
    bold = false,
    italic = false,
    align = "start",
    anchor = "ctr",
    isNumber = false,
  } = given;
  const text = isNumber
    ? numberField("‹#›", style)
    : `<a:r><a:rPr lang="${style.languageTag}"/><a:t>${name}</a:t></a:r>`;
  const direction = style.isMirrored ? ' rtl="1"' : "";
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph ${type}/></p:nvPr></p:nvSpPr><p:spPr>${frameXml(box, style.isMirrored)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr wrap="square" lIns="0" tIns="0" rIns="0" bIns="0" anchor="${anchor}"><a:noAutofit/></a:bodyPr><a:lstStyle><a:lvl1pPr marL="0" indent="0" algn="${alignment(align, style)}"${direction}><a:lnSpc><a:spcPct val="100000"/></a:lnSpc><a:spcBef><a:spcPts val="0"/></a:spcBef><a:buNone/><a:defRPr sz="${size * 100}" b="${bold ? 1 : 0}" i="${italic ? 1 : 0}"><a:solidFill>${style.colour(colour)}</a:solidFill></a:defRPr></a:lvl1pPr></a:lstStyle><a:p>${text}</a:p></p:txBody></p:sp>`;
}

/** The number of a slide, kept right by the program that shows it. */
export function numberField(text: string, { languageTag }: DeckStyle): string {
  return `<a:fld id="${NUMBER_FIELD}" type="slidenum"><a:rPr lang="${languageTag}"/><a:t>${text}</a:t></a:fld>`;
}
