import { unescapeXml } from "./unescape-xml.ts";

const BLOCK_END = /<(?:\/(?:p|div|h[1-6]|li|tr|blockquote|pre)|br\s*\/?)>/gi;

/** The text of a few lines of HTML, such as a note in a reference manager; a whole page needs a real parser. */
export function markupText(html: string): string {
  const text = html
    .replace(/<(script|style)\b[^<>]*>[^<]*<\/\1>/gi, "")
    .replace(BLOCK_END, "\n")
    .replace(/<[^<>]*>/g, "");
  return unescapeXml(text)
    .replace(/[ \t\u00a0]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
