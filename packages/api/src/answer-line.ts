import { excerpt } from "@trovella/research";

const MAX_LENGTH = 220;
const ANSWER =
  /^#{1,6}\s+(?:(?:short |direct |the )?answer|antwort|summary|executive summary|zusammenfassung|tl;?dr|key findings|conclusion)\b.*$/im;
/** Not a sentence: a heading, a rule, a table, a picture, a fence. */
const NO_TEXT = /^\s*(?:#{1,6}\s|[-*_=]{3,}\s*$|\||!\[|```|~~~|<)/;

/** The first sentence or so of what a report answers, as plain text; null if its beginning has none. */
export function answerLine(markdown: string): string | null {
  const heading = ANSWER.exec(markdown);
  const answer = heading && firstText(markdown.slice(heading.index + heading[0].length));
  const line = answer ?? firstText(markdown);
  return line === null ? null : excerpt(line, MAX_LENGTH);
}

function firstText(markdown: string): string | null {
  const paragraph = markdown
    .split(/\n\s*\n|\n(?=\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|\|))|(?<=^\s*#[^\n]*)\n/m)
    .find((part) => !NO_TEXT.test(part) && /\p{L}/u.test(plainText(part)));
  return paragraph === undefined ? null : plainText(paragraph);
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
