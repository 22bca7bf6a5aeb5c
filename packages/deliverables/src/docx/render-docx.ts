import {
  AlignmentType,
  Document,
  type FileChild,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  TableOfContents,
  TextRun,
} from "docx";
import { estimatePageNumbers } from "docx/layout";
import type { CitedSource } from "../citations.ts";
import type { ResearchDocument } from "../document.ts";
import { furtherQuotes, type SourceNote } from "../evidence/describe-evidence.ts";
import { RECORD_NOTE, RECORD_TITLE } from "../record-lines.ts";
import { describeSource, readableDate } from "../source-line.ts";
import { stableZip } from "../stable-zip.ts";
import { blockChildren, type Writing } from "./blocks.ts";
import { evidenceChildren, noteParagraphs } from "./evidence-children.ts";
import { isQuicklyLaidOut } from "./quick-layout.ts";
import { sourceRuns } from "./runs.ts";
import { numberingFor, STYLES } from "./styles.ts";

const MIN_HEADINGS_FOR_CONTENTS = 3;

export async function renderDocx(document: ResearchDocument): Promise<Uint8Array> {
  const writing: Writing = { lists: 0, listStarts: [] };
  const body = blockChildren(document.blocks, writing);
  const children = [
    ...titleChildren(document),
    ...contentsChildren(document),
    ...body,
    ...sourceChildren(document),
    ...evidenceChildren(document.evidence),
    ...recordChildren(document.record),
  ];
  const file = new Document({
    title: document.title,
    subject: document.question,
    creator: "Trovella",
    lastModifiedBy: "Trovella",
    description: `Version ${document.version}, ${readableDate(document.createdAt)}`,
    styles: STYLES,
    numbering: numberingFor(writing.listStarts),
    ...(hasContents(document) && isQuicklyLaidOut(document)
      ? { pageNumbers: estimatePageNumbers }
      : {}),
    sections: [{ properties: A4, footers: { default: pageFooter(document.title) }, children }],
  });
  return stableZip(await Packer.toBuffer(file), document.createdAt);
}

const A4 = { page: { size: { width: 11_906, height: 16_838 }, margin: margins(1_440) } };

function margins(size: number) {
  return { top: size, bottom: size, left: size, right: size };
}

function titleChildren(document: ResearchDocument) {
  const { title, question, planName, createdAt, version, evidence } = document;
  const about = [planName, readableDate(createdAt), `Version ${version}`].filter(Boolean);
  return [
    ...(evidence?.draft
      ? [new Paragraph({ style: "Draft", children: [new TextRun(evidence.draft)] })]
      : []),
    new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(title)] }),
    ...(question ? [new Paragraph({ children: [new TextRun({ text: question, size: 26 })] })] : []),
    new Paragraph({ style: "About", children: [new TextRun(about.join(" · "))] }),
    ...(evidence?.line
      ? [new Paragraph({ style: "About", children: [new TextRun(evidence.line)] })]
      : []),
  ];
}

function hasContents({ blocks }: ResearchDocument): boolean {
  return blocks.filter((block) => block.kind === "heading").length >= MIN_HEADINGS_FOR_CONTENTS;
}

function contentsChildren(document: ResearchDocument): FileChild[] {
  if (!hasContents(document)) return [];
  return [
    new Paragraph({ style: "ContentsHeading", children: [new TextRun("Contents")] }),
    // Without page numbers Word would ask on opening whether to fill them in.
    new TableOfContents("Contents", {
      hyperlink: true,
      headingStyleRange: "1-3",
      beginDirty: false,
    }),
  ];
}

function sourceChildren({ sources, evidence }: ResearchDocument): Paragraph[] {
  const cited = sources.filter((source) => source.isCited);
  const others = sources.filter((source) => !source.isCited);
  const list = (title: string, listed: readonly CitedSource[]) =>
    sourceList(
      title,
      listed.flatMap((source) => sourceParagraphs(source, evidence?.notes.get(source.number))),
    );
  return [
    ...list("Sources", cited),
    ...list(cited.length > 0 ? "Further sources" : "Sources", others),
  ];
}

function sourceList(title: string, entries: readonly Paragraph[]): Paragraph[] {
  if (entries.length === 0) return [];
  const heading = new Paragraph({
    heading: HeadingLevel.HEADING_1,
    children: [new TextRun(title)],
  });
  return [heading, ...entries];
}

function sourceParagraphs(source: CitedSource, notes: readonly SourceNote[] = []): Paragraph[] {
  const quotes = furtherQuotes(describeSource(source).quotes, notes);
  const line = new Paragraph({
    children: sourceRuns(source),
    indent: { left: 480, hanging: 480 },
    ...(quotes.length + notes.length > 0 ? { keepNext: true } : {}),
  });
  const quoted = quotes.map(
    (quote) => new Paragraph({ style: "Quote", children: [new TextRun(`“${quote}”`)] }),
  );
  return [line, ...notes.flatMap(noteParagraphs), ...quoted];
}

function recordChildren(record: readonly string[]): Paragraph[] {
  if (record.length === 0) return [];
  const lines = record.map((line, index) => {
    const keepNext = index < record.length - 1;
    return new Paragraph({ style: "Record", keepNext, children: [new TextRun(line)] });
  });
  const title = new TextRun({ text: RECORD_TITLE, bold: true });
  return [
    new Paragraph({
      style: "Record",
      keepNext: true,
      spacing: { before: 480 },
      children: [title],
    }),
    new Paragraph({ style: "Record", keepNext: true, children: [new TextRun(RECORD_NOTE)] }),
    ...lines,
  ];
}

function pageFooter(title: string): Footer {
  const page = new TextRun({
    size: 18,
    color: "5A6675",
    children: [
      `${title.slice(0, 80).toWellFormed()}  ·  `,
      PageNumber.CURRENT,
      " / ",
      PageNumber.TOTAL_PAGES,
    ],
  });
  return new Footer({
    children: [new Paragraph({ alignment: AlignmentType.CENTER, children: [page] })],
  });
}
