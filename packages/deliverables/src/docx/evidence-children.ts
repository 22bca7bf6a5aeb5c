import {
  Bookmark,
  ExternalHyperlink,
  HeadingLevel,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  TextRun,
} from "docx";
import {
  type ClaimView,
  type EntryView,
  EVIDENCE_NOTE,
  EVIDENCE_TITLE,
  type EvidenceView,
  entryLine,
  SHOW_IN_SOURCE,
  type SourceNote,
} from "../evidence/describe-evidence.ts";
import { claimBookmark } from "./runs.ts";

const MARKED = { type: ShadingType.CLEAR, fill: "FFF2B3", color: "auto" };

/** The appendix with every claim and the passages it rests on. */
export function evidenceChildren(evidence: EvidenceView | null): Paragraph[] {
  if (!evidence || evidence.claims.length === 0) return [];
  return [
    new Paragraph({
      heading: HeadingLevel.HEADING_1,
      children: [new TextRun(EVIDENCE_TITLE)],
    }),
    new Paragraph({ style: "About", children: [new TextRun(EVIDENCE_NOTE)] }),
    ...evidence.claims.flatMap(claimParagraphs),
    ...(evidence.omitted ? [new Paragraph({ children: [new TextRun(evidence.omitted)] })] : []),
  ];
}

function claimParagraphs(claim: ClaimView): Paragraph[] {
  const { number, statement, isKey, standing, isDoubtful, audit, entries } = claim;
  const label = new Bookmark({
    id: claimBookmark(number),
    children: [new TextRun({ text: `Claim ${number}${isKey ? ", key" : ""}`, bold: true })],
  });
  return [
    new Paragraph({
      keepNext: true,
      spacing: { before: 200, after: 40 },
      children: [label, new TextRun(`  ${statement}`)],
    }),
    new Paragraph({
      style: "About",
      keepNext: entries.length > 0,
      spacing: { after: 80 },
      children: [
        new TextRun({ text: `${standing}.`, ...(isDoubtful ? { color: "B3261E" } : {}) }),
        ...(audit ? [new TextRun(` ${audit}`)] : []),
      ],
    }),
    ...entries.flatMap(entryParagraphs),
  ];
}

function entryParagraphs(entry: EntryView): Paragraph[] {
  const { isFound, before, words, after, link } = entry;
  const passage = new TextRun({ text: words, ...(isFound ? { shading: MARKED } : {}) });
  const quote = new Paragraph({
    style: "Passage",
    keepNext: true,
    children: [
      ...(before ? [new TextRun(before)] : []),
      passage,
      ...(after ? [new TextRun(after)] : []),
    ],
  });
  return [...(words ? [quote] : []), detail([new TextRun(entryLine(entry)), ...jump(link)])];
}

/** A passage below its source, in the source's own words. */
export function noteParagraphs({ passage, readOn, claim, link }: SourceNote): Paragraph[] {
  const about = `${readOn ? `Read ${readOn}. ` : ""}Claim ${claim}.`;
  return [
    new Paragraph({ style: "Quote", keepNext: true, children: [new TextRun(`“${passage}”`)] }),
    detail([new TextRun(about), ...jump(link)]),
  ];
}

function detail(children: ParagraphChild[]): Paragraph {
  return new Paragraph({ style: "PassageDetail", children });
}

function jump(link: string | null): ParagraphChild[] {
  if (!link) return [];
  const run = new TextRun({ text: SHOW_IN_SOURCE, style: "Hyperlink" });
  return [new TextRun(" "), new ExternalHyperlink({ link, children: [run] })];
}
