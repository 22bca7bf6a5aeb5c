import type { Body } from "../deliverable.ts";
import type { ResearchDocument } from "../document.ts";
import { oneLine } from "../safe-text.ts";
import { blockPieces, type Piece, partPieces } from "./part-pieces.ts";
import { element, settingFor } from "./setting.ts";
import { toHtml } from "./to-html.ts";

/** The console loads a body in one reply; longer texts are cut and the downloads have the rest. */
export const MAX_BODY_CHARACTERS = 1_000_000;
const MAX_OUTLINE = 500;
const MAX_HEADING_CHARACTERS = 200;
const MAX_UNKNOWN_IDS = 50;
const CUT_NOTE = "This page is cut because the report is too long. Download it to read all of it.";
/** The measure of the console's reading view in pixels. */
const CHART_WIDTH = 612;

/** Sanitized HTML of the body alone, for a page with its own head and source list. */
export function renderBody(document: ResearchDocument): Body {
  const { sources, unknownRefs } = document;
  const parts: string[] = [];
  const outline: Body["outline"][number][] = [];
  let characters = 0;
  for (const { elements, entries } of piecesOf(document)) {
    const html = elements.map(toHtml).join("\n");
    characters += html.length + 1;
    if (characters > MAX_BODY_CHARACTERS) {
      parts.push(toHtml(element("p", {}, [element("em", {}, [CUT_NOTE])])));
      break;
    }
    parts.push(html);
    outline.push(...entries);
  }
  return {
    html: parts.join("\n"),
    outline: outline
      .slice(0, MAX_OUTLINE)
      .map((entry) => ({ ...entry, text: oneLine(entry.text, MAX_HEADING_CHARACTERS) })),
    sources: sources.map(({ number, isCited }) => ({ number, isCited })),
    unknownIds: unknownRefs.slice(0, MAX_UNKNOWN_IDS).map((ref) => oneLine(ref, 200)),
  };
}

/** A second title stands above all parts, whose headings are then one level deeper. */
function* piecesOf(document: ResearchDocument): Generator<Piece> {
  const { blocks, parts, subtitle } = document;
  const setting = settingFor(document, {
    citations: "bracketed",
    chartWidth: CHART_WIDTH,
    shift: 0,
  });
  if (subtitle) yield* blockPieces(blocks.slice(0, 1), setting);
  const below = { ...setting, shift: subtitle ? 1 : 0 };
  for (const part of parts) yield* partPieces(part, document, below);
}
