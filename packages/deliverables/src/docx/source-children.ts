import { Bookmark, ExternalHyperlink, type Paragraph, type ParagraphChild } from "docx";
import type { CitedSource } from "../citations.ts";
import type { ResearchDocument } from "../document.ts";
import { furtherQuotes, type SourceNote } from "../evidence/describe-evidence.ts";
import { clip } from "../safe-text.ts";
import { describeSource, sourceSentence } from "../source-line.ts";
import { sectionHeading } from "./blocks.ts";
import { noteParagraphs } from "./evidence-children.ts";
import { hangingNumber, isLeftToRightText, type Look, paragraph, words } from "./look.ts";
import { sourceBookmark } from "./runs.ts";
import { NUMBER_COLUMN } from "./styles.ts";

/** Quotes of more sources stand in an appendix, so that the list can be overlooked. */
const MAX_SOURCES_WITH_QUOTES = 60;
const MAX_ADDRESS_CHARACTERS = 300;
/** Word processors know the direction of a run by its properties. */
const ISOLATES = /[\u2068\u2069]/g;

/** The list of sources, those that the text does not cite, and what they say. */
export function sourceChildren(
  document: ResearchDocument,
  look: Look,
  isOnNewPage: boolean,
): Paragraph[] {
  const { sources } = document;
  const { labels } = look;
  const cited = sources.filter((source) => source.isCited);
  const others = sources.filter((source) => !source.isCited);
  const hasAppendix = sources.length > MAX_SOURCES_WITH_QUOTES;
  const list = (title: string, listed: readonly CitedSource[]) =>
    section(
      title,
      listed.flatMap((source) => [
        sourceParagraph(source, look, !hasAppendix && saidBy(source, document).length > 0),
        ...(hasAppendix ? [] : quoteParagraphs(source, document, look)),
      ]),
      look,
      isOnNewPage,
    );
  return [
    ...list(labels.sources, cited),
    ...list(cited.length > 0 ? labels.furtherSources : labels.sources, others),
    ...(hasAppendix ? quoteAppendix(document, look, isOnNewPage) : []),
  ];
}

function quoteAppendix(document: ResearchDocument, look: Look, isOnNewPage: boolean): Paragraph[] {
  const entries = document.sources.flatMap((source) => {
    if (saidBy(source, document).length === 0) return [];
    const { title } = describeSource(source);
    const name = sourceLine(source, [words(title, { bold: true })], look, true);
    return [name, ...quoteParagraphs(source, document, look)];
  });
  return section(look.labels.columns.quotes, entries, look, isOnNewPage);
}

function section(
  title: string,
  entries: readonly Paragraph[],
  look: Look,
  isOnNewPage: boolean,
): Paragraph[] {
  if (entries.length === 0) return [];
  return [sectionHeading([words(title)], look, isOnNewPage), ...entries];
}

/** Title, author, dates and link; a long address is shown in part, but leads where it should. */
function sourceParagraph(source: CitedSource, look: Look, keepNext: boolean): Paragraph {
  const line = describeSource(source);
  const { title, link } = line;
  const details = sourceSentence(line, look.language).slice(title.length).replace(ISOLATES, "");
  const bookmark = new Bookmark({
    id: sourceBookmark(source.number),
    children: [words(title, { bold: true })],
  });
  const children = [bookmark, words(`${details} `), ...addressRuns(link)];
  return sourceLine(source, children, look, keepNext);
}

function addressRuns(link: string | null): ParagraphChild[] {
  if (!link) return [];
  const address = words(clip(link, MAX_ADDRESS_CHARACTERS), { style: "Hyperlink" });
  return [new ExternalHyperlink({ link, children: [address] })];
}

/** The number hangs at the side; a title keeps the direction of its own letters. */
function sourceLine(
  source: CitedSource,
  children: readonly ParagraphChild[],
  look: Look,
  keepNext: boolean,
): Paragraph {
  const number = hangingNumber(source.number, { bold: true, color: look.palette.accent });
  return paragraph(ownDirection(describeSource(source).title, look), {
    indent: { left: NUMBER_COLUMN, hanging: NUMBER_COLUMN },
    spacing: { before: 60, after: 60 },
    keepLines: true,
    keepNext,
    children: [number, ...children],
  });
}

function quoteParagraphs(source: CitedSource, document: ResearchDocument, look: Look): Paragraph[] {
  const notes = notesOf(source, document);
  const quotes = furtherQuotes(describeSource(source).quotes, notes);
  return [
    ...notes.flatMap((note) => noteParagraphs(note, ownDirection(note.passage, look))),
    ...quotes.map((quote) =>
      paragraph(ownDirection(quote, look), {
        style: "SourceQuote",
        children: [words(look.labels.quoted(quote))],
      }),
    ),
  ];
}

function saidBy(source: CitedSource, document: ResearchDocument): readonly unknown[] {
  return [...describeSource(source).quotes, ...notesOf(source, document)];
}

function notesOf({ number }: CitedSource, { evidence }: ResearchDocument): readonly SourceNote[] {
  return evidence?.notes.get(number) ?? [];
}

function ownDirection(text: string, look: Look): Look {
  return isLeftToRightText(text) ? { ...look, isRightToLeft: false } : look;
}
