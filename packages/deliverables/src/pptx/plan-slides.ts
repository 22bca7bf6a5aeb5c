import {
  type Block,
  type Inline,
  plainText,
  type ResearchDocument,
  type TableBlock,
  wordsOf,
} from "../document.ts";
import { furtherQuotes, noteLine } from "../evidence/describe-evidence.ts";
import { RECORD_TITLE } from "../record-lines.ts";
import { clip } from "../safe-text.ts";
import { describeSource, sourceSentence } from "../source-line.ts";
import { areSparse, type Bullet, bulletsOf, packBullets } from "./bullets.ts";
import { type TablePart, tableParts } from "./table-parts.ts";

const MAX_SLIDES = 60;
const MAX_SOURCE_SLIDES = 10;
const MAX_NOTES = 8_000;
const MAX_NOTED_PASSAGE = 500;

export interface BulletSlide {
  readonly kind: "bullets";
  readonly title: string;
  readonly bullets: readonly Bullet[];
  readonly isSparse: boolean;
  readonly notes: string;
}

export type Slide =
  | { readonly kind: "title"; readonly title: string; readonly lines: readonly string[] }
  | BulletSlide
  | {
      readonly kind: "record";
      readonly title: string;
      readonly lines: readonly string[];
      readonly notes: "";
    }
  | {
      readonly kind: "table";
      readonly title: string;
      readonly part: TablePart;
      readonly notes: string;
    };

interface Section {
  readonly title: string;
  readonly blocks: Block[];
}

/** The slides of a document in their order, at most MAX_SLIDES, each with no more than fits on it. */
export function planSlides(document: ResearchDocument, titleLines: readonly string[]): Slide[] {
  const title: Slide = { kind: "title", title: clip(document.title, 160), lines: titleLines };
  const sources = limit(sourceSlides(document), MAX_SOURCE_SLIDES, "sources");
  const record = recordSlides(document);
  const body = sectionsOf(document).flatMap(sectionSlides);
  const room = MAX_SLIDES - 1 - sources.length - record.length;
  return [title, ...limit(body, room, "findings"), ...sources, ...record];
}

function recordSlides({ record }: ResearchDocument): Slide[] {
  return record.length > 0
    ? [{ kind: "record", title: RECORD_TITLE, lines: record, notes: "" }]
    : [];
}

/** Truncates the deck; its last slide says how much was left out. */
function limit(slides: readonly Slide[], most: number, what: string): Slide[] {
  if (slides.length <= most) return [...slides];
  const kept = slides.slice(0, most - 1);
  const text = `${slides.length - kept.length} more slides of ${what} are left out here. The document and spreadsheet formats hold everything.`;
  const inlines: Inline[] = [{ kind: "text", text }];
  return [
    ...kept,
    {
      kind: "bullets",
      title: "Left out",
      bullets: [{ level: 0, inlines }],
      isSparse: true,
      notes: text,
    },
  ];
}

/** A section begins with a heading of the highest level; what stands before it is the summary. */
function sectionsOf({ blocks }: ResearchDocument): Section[] {
  const sections: Section[] = [{ title: "Summary", blocks: [] }];
  for (const block of blocks) {
    if (block.kind === "heading" && block.level === 1) {
      sections.push({ title: withoutCitations(block.inlines), blocks: [] });
    } else {
      sections.at(-1)?.blocks.push(block);
    }
  }
  return sections.filter((section) => section.blocks.length > 0);
}

function sectionSlides({ title, blocks }: Section): Slide[] {
  const notes = clip(blocks.map(textOfBlock).join("\n\n"), MAX_NOTES);
  const heading = clip(title, 110);
  const slides = partsOf(blocks).flatMap((part): Slide[] => {
    if (!Array.isArray(part)) {
      const tableTitle = part.title ? clip(`${heading}: ${part.title}`, 110) : heading;
      return tableParts(part.table).map((table) => ({
        kind: "table",
        title: tableTitle,
        part: table,
        notes,
      }));
    }
    const pages = packBullets(part);
    const isSparse = areSparse(pages);
    return pages.map((bullets) => ({ kind: "bullets", title: heading, bullets, isSparse, notes }));
  });
  if (slides.length < 2) return slides;
  return slides.map((slide, index) => ({
    ...slide,
    title: `${slide.title} (${index + 1}/${slides.length})`,
  }));
}

interface TitledTable {
  readonly table: TableBlock;
  readonly title: string;
}

/** Texts and tables in their order; a heading that only a table follows belongs to the table. */
function partsOf(blocks: readonly Block[]): (Bullet[] | TitledTable)[] {
  const parts: (Bullet[] | TitledTable)[] = [];
  let text: Bullet[] = [];
  for (const block of blocks) {
    if (block.kind !== "table") {
      text.push(...bulletsOf(block));
      continue;
    }
    const last = text.at(-1)?.isHeading ? text.pop() : undefined;
    if (text.length > 0) parts.push(text);
    text = [];
    parts.push({ table: block, title: last ? withoutCitations(last.inlines) : "" });
  }
  return text.length > 0 ? [...parts, text] : parts;
}

function sourceSlides({ sources, evidence }: ResearchDocument): Slide[] {
  const bullets = sources.map((source): Bullet => {
    const line = describeSource(source);
    const text = clip(sourceSentence(line), 260);
    const address: Inline[] = line.link
      ? [{ kind: "text", text: clip(line.link, 100), href: line.link }]
      : [];
    return {
      level: 0,
      isPlain: true,
      inlines: [{ kind: "text", text: `[${source.number}] ${text} ` }, ...address],
    };
  });
  const quotes = sources.map((source) => {
    const { title, quotes } = describeSource(source);
    const passages = evidence?.notes.get(source.number) ?? [];
    const further = furtherQuotes(quotes, passages).map((quote) => `“${quote}”`);
    const found = passages.map((note) => noteLine(note, MAX_NOTED_PASSAGE));
    return [`[${source.number}] ${title}`, ...found, ...further].join(" ");
  });
  const notes = clip(quotes.join("\n"), MAX_NOTES);
  const pages = packBullets(bullets);
  const isSparse = areSparse(pages);
  return pages.map((page, index) => ({
    kind: "bullets",
    title: pages.length === 1 ? "Sources" : `Sources (${index + 1}/${pages.length})`,
    bullets: page,
    isSparse,
    notes,
  }));
}

function withoutCitations(inlines: readonly Inline[]): string {
  return wordsOf(inlines).trim();
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return plainText(block.inlines);
    case "code":
      return block.text;
    case "quote":
      return block.blocks.map(textOfBlock).join("\n");
    case "list":
      return block.items.map((item) => `- ${item.map(textOfBlock).join("\n  ")}`).join("\n");
    case "table":
      return [block.header, ...block.rows].map((row) => row.map(plainText).join(" | ")).join("\n");
    case "rule":
      return "";
  }
}
