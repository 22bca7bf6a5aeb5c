import { indentOf } from "../measure/text-measure.ts";
import type { Align, Run, TextParagraph } from "../slide.ts";
import type { DeckStyle } from "./deck-style.ts";
import type { Relationships } from "./relationships.ts";
import { emu, escaped } from "./xml.ts";

const CODE_FONT = "Consolas";
const RAISED = 30_000;

export interface TextLook {
  /** In points; inherited where nothing is said. */
  readonly size?: number;
  readonly colour?: string;
  readonly bold?: boolean;
  readonly leading?: number;
}

/** The paragraphs of a text body. */
export function paragraphsXml(
  paragraphs: readonly TextParagraph[],
  look: TextLook,
  style: DeckStyle,
  relationships: Relationships,
): string {
  if (paragraphs.length === 0) return "<a:p/>";
  return paragraphs
    .map((paragraph) => {
      const runs = paragraph.runs.map((run) => runXml(run, look, style, relationships));
      return `<a:p>${paragraphProperties(paragraph, look, style)}${runs.join("")}</a:p>`;
    })
    .join("");
}

export function alignment(align: Align, { isMirrored }: DeckStyle): string {
  if (align === "center") return "ctr";
  return (align === "end") === isMirrored ? "l" : "r";
}

function paragraphProperties(
  paragraph: TextParagraph,
  { size = 12, leading = 1 }: TextLook,
  style: DeckStyle,
): string {
  const { align = "start", mark, spaceAfter } = paragraph;
  const indent = indentOf(paragraph, size);
  const margin = ` marL="${emu(indent.start)}" indent="${0 - emu(indent.mark)}"`;
  const direction = style.isMirrored ? ' rtl="1"' : "";
  return [
    `<a:pPr${margin} algn="${alignment(align, style)}"${direction}>`,
    leading === 1 ? "" : `<a:lnSpc><a:spcPct val="${Math.round(leading * 100_000)}"/></a:lnSpc>`,
    `<a:spcBef><a:spcPts val="0"/></a:spcBef><a:spcAft><a:spcPts val="${Math.round((spaceAfter ?? 0) * 100)}"/></a:spcAft>`,
    markXml(mark, style),
    mark === "hang" ? `<a:tabLst><a:tab pos="${emu(indent.start)}" algn="l"/></a:tabLst>` : "",
    "</a:pPr>",
  ].join("");
}

function markXml(mark: TextParagraph["mark"], { palette, colour }: DeckStyle): string {
  if (!mark || mark === "hang") return "<a:buNone/>";
  const shade = `<a:buClr>${colour(palette.accent)}</a:buClr>`;
  if (mark === "dash") return `${shade}<a:buFont typeface="Calibri"/><a:buChar char="–"/>`;
  const start = Math.min(Math.max(mark.number, 1), 32_767);
  return `${shade}<a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod" startAt="${start}"/>`;
}

function runXml(run: Run, look: TextLook, style: DeckStyle, relationships: Relationships): string {
  const properties = runProperties(run, look, style, relationships);
  const lines = run.text.split("\n");
  const texts = lines.map((text) =>
    text === "" ? "" : `<a:r>${properties}<a:t>${escaped(text)}</a:t></a:r>`,
  );
  return texts.join(`<a:br>${properties}</a:br>`);
}

function runProperties(
  run: Run,
  look: TextLook,
  style: DeckStyle,
  relationships: Relationships,
): string {
  const size = run.size ?? look.size;
  const bold = run.bold ?? look.bold;
  const colour = run.colour ?? look.colour;
  const attributes = [
    `lang="${style.languageTag}"`,
    ...(size === undefined ? [] : [`sz="${Math.round(size * 100)}"`]),
    ...(bold === undefined ? [] : [`b="${bold ? 1 : 0}"`]),
    ...(run.italic ? ['i="1"'] : []),
    ...(run.strike ? ['strike="sngStrike"'] : []),
    ...(run.raised ? [`baseline="${RAISED}"`] : []),
    'dirty="0"',
  ];
  const link = run.href ? `<a:hlinkClick r:id="${relationships.link(run.href)}"/>` : "";
  return [
    `<a:rPr ${attributes.join(" ")}>`,
    colour === undefined ? "" : `<a:solidFill>${style.colour(colour)}</a:solidFill>`,
    run.code ? `<a:latin typeface="${CODE_FONT}"/><a:cs typeface="${CODE_FONT}"/>` : "",
    link,
    "</a:rPr>",
  ].join("");
}
