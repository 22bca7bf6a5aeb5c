import { tameMarkdown } from "@trovella/foundation/tame-markdown";
import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

/** Parsing longer texts would be felt. */
export const MAX_MARKDOWN_LENGTH = 60_000;
/** HTML parsing is off: a tag is plain text. */
const WITHOUT_HTML = { disable: { null: ["htmlFlow", "htmlText"] } };

/** The tree of a Markdown text, or null if it is too long or too deep to parse while somebody waits. */
export function parseMarkdown(text: string): Root | null {
  if (text.length > MAX_MARKDOWN_LENGTH) return null;
  const { markdown } = tameMarkdown(text.replace(/\r\n?/g, "\n"));
  // What the bounds would leave out is shown as it was written.
  if (withoutSpace(markdown) !== withoutSpace(text)) return null;
  try {
    return fromMarkdown(markdown, {
      extensions: [gfm({ singleTilde: false }), WITHOUT_HTML],
      mdastExtensions: [gfmFromMarkdown()],
    });
  } catch {
    return null;
  }
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "");
}
