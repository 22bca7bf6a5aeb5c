import { withoutCitations } from "./citation-markers.ts";

const DEFAULT_LENGTH = 300;
/** Read for an excerpt; markers make a text several times as long as its words. */
const READ_FACTOR = 4;

/** The words of a Markdown text on one line, for a list: no signs of its form, no citations. */
export function markdownExcerpt(text: string, maxLength = DEFAULT_LENGTH): string {
  const read = text.slice(0, maxLength * READ_FACTOR);
  const words = read.split("\n").flatMap(lineWords).join(" ").replace(/\s+/g, " ").trim();
  const isWhole = words.length <= maxLength && read.length === text.length;
  if (isWhole) return text.trimEnd().endsWith(":") ? words : words.replace(/:$/, "");
  return `${cutAtWord(words, maxLength)}…`;
}

function lineWords(line: string): string[] {
  const isForm = /^[\s|:*_=~`-]*$/.test(line) || /^\s*(```|~~~)/.test(line);
  return isForm ? [] : [inlineWords(blockWords(line))];
}

/** Without heading, quote, list and task markers, and with the cells of a table row apart. */
function blockWords(line: string): string {
  const text = line
    .replace(/^\s*(?:>\s?|[-+*]\s+|\d{1,9}[.)]\s+)*/, "")
    .replace(/^#{1,6}\s+(.*?)[\s#]*$/, (_, heading: string) => asIntroduction(heading))
    .replace(/^\[[ xX]\]\s+/, "");
  const isRow = /^\s*\|/.test(line) && /\|\s*$/.test(line);
  return isRow ? text.replace(/^\s*\||\|\s*$/g, "").replace(/\s*\|\s*/g, " · ") : text;
}

function asIntroduction(heading: string): string {
  return /[\p{L}\p{N})]$/u.test(heading) ? `${heading}:` : heading;
}

/** An escaped sign, which stays, or a delimiter of emphasis. */
const ESCAPED_OR_EMPHASIS =
  /\\([!-/:-@[-`{-~])|(?<![\p{L}\p{N}])(?:\*{1,3}|_{1,3}|~~)(?=\S)|(?<=\S)(?:\*{1,3}|_{1,3}|~~)(?![\p{L}\p{N}])/gu;

function inlineWords(line: string): string {
  return withoutCitations(line)
    .replace(/!?\[([^[\]]{0,1000})\]\([^()\s]{0,2000}(?:\s"[^"]{0,1000}")?\)/g, "$1")
    .replace(/`+/g, "")
    .replace(ESCAPED_OR_EMPHASIS, (_, escaped: string | undefined) => escaped ?? "")
    .replace(/\s+([.,;:!?])/g, "$1");
}

function cutAtWord(text: string, maxLength: number): string {
  const cut = text
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/\uFFFD$/, "");
  const space = cut.lastIndexOf(" ");
  return (space > maxLength / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.·…-]+$/, "");
}
