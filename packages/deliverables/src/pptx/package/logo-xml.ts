import type { Logo } from "../../theme/theme.ts";
import { SLIDE } from "../slide.ts";
import type { DeckStyle } from "./deck-style.ts";
import { escaped, frameXml } from "./xml.ts";

const MAX = { width: 2.2, height: 0.7 };
const PADDING = 0.14;
const END = 0.9;
const TOP = 0.7;

/** The organization's picture on a light plate, since most are drawn for paper. */
export function logoXml(
  logo: Logo,
  { name, relationshipId }: { readonly name: string; readonly relationshipId: string },
  style: DeckStyle,
): string {
  const scale = Math.min(MAX.width / logo.width, MAX.height / logo.height);
  const [w, h] = [logo.width * scale, logo.height * scale];
  const box = { x: SLIDE.width - END - PADDING - w, y: TOP + PADDING, w, h };
  const plate = { x: box.x - PADDING, y: TOP, w: w + 2 * PADDING, h: h + 2 * PADDING };
  return [
    `<p:sp><p:nvSpPr><p:cNvPr id="20" name="Plate"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr><p:spPr>${frameXml(plate, style.isMirrored)}<a:prstGeom prst="roundRect"><a:avLst><a:gd name="adj" fmla="val 8000"/></a:avLst></a:prstGeom><a:solidFill>${style.colour(style.palette.page)}</a:solidFill><a:ln><a:noFill/></a:ln></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>`,
    `<p:pic><p:nvPicPr><p:cNvPr id="21" name="Logo" descr="${escaped(name)}"/><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr userDrawn="1"/></p:nvPicPr><p:blipFill><a:blip r:embed="${relationshipId}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${frameXml(box, style.isMirrored)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`,
  ].join("");
}
