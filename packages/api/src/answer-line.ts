import { excerpt } from "@trovella/research";

const MAX_LENGTH = 220;
const ANSWER =
  /^#{1,6}\s+(?:(?:short |direct |the )?answer|antwort|summary|executive summary|zusammenfassung|tl;?dr|key findings|conclusion)\b.*$/im;
/** Not a sentence: a heading, a rule, a table, a picture, a fence. */
const NO_TEXT = /^\s*(?:#{1,6}\s|[-*_=]{3,}\s*$|\||!\[|```|~~~|<)/;

/** Begins a paragraph without a blank line: a heading, an item of a list, a row of a table. */
const BEGINS = /^\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|\|)/;
const HEADING = /^\s*#/;

/** The first sentence or so of what a report answers, as plain text; null if its beginning has none. */
export function answerLine(markdown: string): string | null {
  const heading = ANSWER.exec(markdown);
  const answer = heading && firstText(markdown.slice(heading.index + heading[0].length));
  const line = answer ?? firstText(markdown);
  return line === null ? null : excerpt(line, MAX_LENGTH);
}

/** Line by line: a regular expression that splits at headings would read each long line once per character. */
function firstText(markdown: string): string | null {
  let paragraph: string[] = [];
  for (const line of [...markdown.split("\n"), ""]) {
    const isEnd = line.trim() === "" || BEGINS.test(line) || HEADING.test(paragraph.at(-1) ?? "");
    const text = isEnd ? textOf(paragraph.join("\n")) : null;
    if (text !== null) return text;
    paragraph = isEnd ? [line] : [...paragraph, line];
  }
  return null;
}

function textOf(paragraph: string): string | null {
  if (NO_TEXT.test(paragraph)) return null;
  const text = plainText(paragraph);
  return /\p{L}/u.test(text) ? text : null;
}

function plainText(markdown: string): string {
  return markdown
    .replace(/\[\^?(?:src|clm):[^\]]*(?:\]|$)/gi, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\s*(?:>|[-*+]|\d+[.)])\s+/gm, "")
    .replace(/[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}/g, "")
    .replace(/\s+/g, " ")
    .replace(/ ([.,;:!?])/g, "$1")
    .trim();
}
