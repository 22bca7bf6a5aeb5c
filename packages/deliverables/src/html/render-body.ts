import type { Body } from "../deliverable.ts";
import { type HeadingBlock, type ResearchDocument, wordsOf } from "../document.ts";
import { oneLine } from "../safe-text.ts";
import { blockElement, type CitationUses, element } from "./elements.ts";
import { toHtml } from "./render-html.ts";

/** The console loads a body in one reply; longer texts are cut and the downloads have the rest. */
export const MAX_BODY_CHARACTERS = 1_000_000;
const MAX_OUTLINE = 500;
const MAX_HEADING_CHARACTERS = 200;
const MAX_UNKNOWN_IDS = 50;
const CUT_NOTE = "This page is cut because the report is too long. Download it to read all of it.";

/** Sanitized HTML of the body alone, for a page with its own head and source list. */
export function renderBody({ blocks, sources, unknownRefs }: ResearchDocument): Body {
  const uses: CitationUses = new Map();
  const parts: string[] = [];
  const outline: Body["outline"][number][] = [];
  let characters = 0;
  for (const block of blocks) {
    const html = toHtml(blockElement(block, uses));
    characters += html.length + 1;
    if (characters > MAX_BODY_CHARACTERS) {
      parts.push(toHtml(element("p", {}, [element("em", {}, [CUT_NOTE])])));
      break;
    }
    parts.push(html);
    if (block.kind === "heading" && outline.length < MAX_OUTLINE) outline.push(entryOf(block));
  }
  return {
    html: parts.join("\n"),
    outline,
    sources: sources.map(({ number, isCited }) => ({ number, isCited })),
    unknownIds: unknownRefs.slice(0, MAX_UNKNOWN_IDS).map((ref) => oneLine(ref, 200)),
  };
}

function entryOf({ level, anchor, inlines }: HeadingBlock): Body["outline"][number] {
  return { level, anchor, text: oneLine(wordsOf(inlines), MAX_HEADING_CHARACTERS) };
}
