import { cleanText } from "../../safe-text.ts";
import type { Box } from "../slide.ts";
import { SLIDE } from "../slide.ts";

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = "http://schemas.openxmlformats.org";
export const NAMESPACES = `xmlns:a="${OFFICE}/drawingml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships" xmlns:p="${OFFICE}/presentationml/2006/main"`;
export const CHART_NAMESPACE = `${OFFICE}/drawingml/2006/chart`;
export const TABLE_NAMESPACE = `${OFFICE}/drawingml/2006/table`;
const EMU_PER_INCH = 914_400;

/** Text for an element or an attribute, without anything that could end it. */
export function escaped(text: string): string {
  return cleanText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

export function emu(inches: number): number {
  return Math.round(inches * EMU_PER_INCH);
}

/** The place of a shape; documents that are read from the right are mirrored. */
export function frameXml(box: Box, isMirrored: boolean, prefix: "a" | "p" = "a"): string {
  const x = isMirrored ? SLIDE.width - box.x - box.w : box.x;
  return `<${prefix}:xfrm><a:off x="${emu(x)}" y="${emu(box.y)}"/><a:ext cx="${emu(box.w)}" cy="${emu(box.h)}"/></${prefix}:xfrm>`;
}

/** The tree of shapes of a slide, layout or master. */
export function shapeTree(shapes: readonly string[]): string {
  return `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>${shapes.join("")}</p:spTree>`;
}
