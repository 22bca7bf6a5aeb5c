import {
  ExternalHyperlink,
  FootnoteReferenceRun,
  Paragraph,
  type ParagraphChild,
  TextRun,
} from "docx";
import type { NumberedSource } from "../citations.ts";
import type { Inline } from "../document.ts";
import { clip } from "../safe-text.ts";
import { describeSource, sourceSentence } from "../source-line.ts";

/** Word cannot lay out pages with thousands of footnotes; further citations are plain numbers. */
const MAX_FOOTNOTES = 2_000;

export interface Notes {
  readonly sources: ReadonlyMap<number, NumberedSource>;
  /** What stands under the pages; a footnote's number is its place in this list. */
  readonly footnotes: Paragraph[];
}

export function inlineRuns(
  inlines: readonly Inline[],
  notes: Notes,
  { bold = false } = {},
): ParagraphChild[] {
  return inlines.flatMap((inline, index) => {
    if (inline.kind === "break") return new TextRun({ break: 1 });
    if (inline.kind === "citation") {
      const isNext = inlines[index - 1]?.kind === "citation";
      const comma = new TextRun({ text: ", ", superScript: true });
      return [...(isNext ? [comma] : []), citationRun(inline.number, notes)];
    }
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

/** Title, author, dates and link of a source; a long address is shown in part, but leads where it should. */
export function sourceRuns(
  source: NumberedSource,
  before: string,
  { addressLength = 300 } = {},
): ParagraphChild[] {
  const line = describeSource(source);
  const sentence = new TextRun(`${before} ${sourceSentence(line)}`);
  if (!line.link) return [sentence];
  const address = new TextRun({ text: clip(line.link, addressLength), style: "Hyperlink" });
  return [
    sentence,
    new TextRun(" "),
    new ExternalHyperlink({ link: line.link, children: [address] }),
  ];
}

function citationRun(number: number, { sources, footnotes }: Notes): ParagraphChild {
  const source = sources.get(number);
  if (!source || footnotes.length >= MAX_FOOTNOTES) {
    return new TextRun({ text: `[${number}]`, superScript: true });
  }
  const after = new TextRun(` (source ${number})`);
  footnotes.push(
    new Paragraph({
      style: "FootnoteText",
      children: [...sourceRuns(source, "", { addressLength: 80 }), after],
    }),
  );
  return new FootnoteReferenceRun(footnotes.length);
}
