import { Bookmark, ExternalHyperlink, InternalHyperlink, type ParagraphChild, TextRun } from "docx";
import type { CitedSource } from "../citations.ts";
import type { Inline } from "../document.ts";
import { clip } from "../safe-text.ts";
import { describeSource, sourceSentence } from "../source-line.ts";

const MAX_ADDRESS_CHARACTERS = 300;

export function inlineRuns(inlines: readonly Inline[], { bold = false } = {}): ParagraphChild[] {
  return inlines.flatMap((inline): ParagraphChild | ParagraphChild[] => {
    if (inline.kind === "break") return new TextRun({ break: 1 });
    if (inline.kind === "citation") return citationRun(inline.number);
    if (inline.kind === "claim") return inline.isDoubtful ? doubtRun(inline.number) : [];
    const run = new TextRun({
      text: inline.text,
      ...(inline.bold || bold ? { bold: true } : {}),
      ...(inline.italic ? { italics: true } : {}),
      ...(inline.strike ? { strike: true } : {}),
      ...(inline.code ? { font: "Consolas", size: 20 } : {}),
      ...(inline.href ? { style: "Hyperlink" } : {}),
    });
    return inline.href ? new ExternalHyperlink({ link: inline.href, children: [run] }) : run;
  });
}

/** Number, title, author, dates and link of a source; a long address is shown in part, but leads where it should. */
export function sourceRuns(source: CitedSource): ParagraphChild[] {
  const line = describeSource(source);
  const number = new Bookmark({
    id: bookmarkOf(source.number),
    children: [new TextRun(`[${source.number}]`)],
  });
  const sentence = new TextRun(` ${sourceSentence(line)}`);
  if (!line.link) return [number, sentence];
  const shown = clip(line.link, MAX_ADDRESS_CHARACTERS);
  const address = new TextRun({ text: shown, style: "Hyperlink" });
  return [
    number,
    sentence,
    new TextRun(" "),
    new ExternalHyperlink({ link: line.link, children: [address] }),
  ];
}

/** Not a footnote: Word would count those, and the number would be another than in the list of sources. */
function citationRun(number: number): ParagraphChild {
  const run = new TextRun({ text: `[${number}]`, superScript: true, color: "1F5FA8" });
  return new InternalHyperlink({ anchor: bookmarkOf(number), children: [run] });
}

/** Leads to the claim in the appendix, which says what is wrong with it. */
function doubtRun(claim: number): ParagraphChild {
  const run = new TextRun({ text: "?", superScript: true, bold: true, color: "B3261E" });
  return new InternalHyperlink({ anchor: claimBookmark(claim), children: [run] });
}

export function claimBookmark(number: number): string {
  return `claim_${number}`;
}

function bookmarkOf(number: number): string {
  return `source_${number}`;
}
