import type { DeckStyle } from "./deck-style.ts";
import { emu } from "./xml.ts";

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Text styles; without fonts in them LibreOffice takes one of its own. */
export function levelsXml(
  font: "mj" | "mn",
  { isMirrored }: DeckStyle,
  {
    levels = LEVELS,
    size,
    name = "tx1",
  }: { readonly levels?: readonly number[]; readonly size: number; readonly name?: string },
): string {
  const side = isMirrored ? 'algn="r" rtl="1"' : 'algn="l" rtl="0"';
  return levels
    .map(
      (level) =>
        `<a:lvl${level}pPr marL="${emu(0.25 * (level - 1))}" ${side}><a:buNone/><a:defRPr sz="${size * 100}"><a:solidFill><a:schemeClr val="${name}"/></a:solidFill><a:latin typeface="+${font}-lt"/><a:ea typeface="+${font}-ea"/><a:cs typeface="+${font}-cs"/></a:defRPr></a:lvl${level}pPr>`,
    )
    .join("");
}
