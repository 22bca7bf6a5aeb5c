import { type Block, type Inline, plainText } from "../blocks.ts";
import type { ResearchDocument } from "../document.ts";
import type { EvidenceView } from "../evidence/describe-evidence.ts";
import { clip } from "../safe-text.ts";
import { describeSource } from "../source-line.ts";

/** How much there is to lay out, before anything is. */
export interface TextMeasure {
  /** Of A4, about. */
  readonly pages: number;
  /** Milliseconds that laying out the pages takes, about, as measured. */
  readonly layoutMs: number;
}

const CHARACTERS_PER_LINE = 94;
const LINES_PER_PAGE = 43;
/** The space between paragraphs, in lines. */
const SPACE = 0.45;
const CHART_LINES = 14;
/** Claims of an appendix that is laid out with the rest. */
const MAX_SHORT_APPENDIX = 40;
const PARAGRAPH_MS = 1.6;
const CHARACTER_MS = 0.022;
/** Where to break a word that is longer than a line is tried out letter by letter. */
const LONG_WORD_CHARACTER_MS = 1.5;
const LONG_WORD = /[^\s/-]{80,}/g;
const WIDE_CHARACTER = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;

/** The appendix stands at the end: no page number depends on how long it is. */
export function isLongAppendix(evidence: EvidenceView | null): boolean {
  return (evidence?.claims.length ?? 0) > MAX_SHORT_APPENDIX;
}

/** Counts rather than a clock: the same document always gives the same file. */
export function measureText({ blocks, sources, evidence }: ResearchDocument): TextMeasure {
  const texts = [
    ...sources.flatMap((source) => {
      const { title, author, link, quotes } = describeSource(source);
      return [`${title} ${author} ${clip(link ?? "", 300)}`, ...quotes];
    }),
    ...[...(evidence?.notes.values() ?? [])].flat().flatMap(({ passage }) => [passage, ""]),
  ];
  const measured = total([
    ...blocks.map(measureBlock),
    ...texts.map((text) => measureParagraph(text)),
  ]);
  const appendix = total(appendixTexts(evidence).map((text) => measureParagraph(text)));
  return {
    pages: (measured.lines + appendix.lines) / LINES_PER_PAGE,
    layoutMs: measured.ms + (isLongAppendix(evidence) ? 0 : appendix.ms),
  };
}

interface Measure {
  readonly lines: number;
  readonly ms: number;
}

function measureBlock(block: Block): Measure {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return measureParagraph(plainText(block.inlines));
    case "code":
      return total(block.text.split("\n").map((line) => measureParagraph(line)));
    case "list":
      return total(block.items.flat().map(measureBlock));
    case "quote":
      return total(block.blocks.map(measureBlock));
    case "table": {
      const { lines, ms } = total([block.header, ...block.rows].map(measureRow));
      return { lines: lines + (block.chart ? CHART_LINES : 0), ms };
    }
    case "rule":
      return { lines: 1, ms: PARAGRAPH_MS };
  }
}

/** A row is as high as its highest cell. */
function measureRow(cells: readonly (readonly Inline[])[]): Measure {
  const room = CHARACTERS_PER_LINE / Math.max(1, cells.length);
  const measures = cells.map((cell) => measureParagraph(plainText(cell), room));
  return { ...total(measures), lines: Math.max(...measures.map(({ lines }) => lines)) };
}

function measureParagraph(text: string, room = CHARACTERS_PER_LINE): Measure {
  const long = text.match(LONG_WORD)?.join("").length ?? 0;
  const width = text.length + (text.match(WIDE_CHARACTER)?.length ?? 0);
  return {
    lines: Math.max(1, Math.ceil(width / room)) + SPACE,
    ms: PARAGRAPH_MS + text.length * CHARACTER_MS + long * LONG_WORD_CHARACTER_MS,
  };
}

function appendixTexts(evidence: EvidenceView | null): string[] {
  return (evidence?.claims ?? []).flatMap(({ statement, standing, entries }) => [
    statement,
    standing,
    ...entries.flatMap(({ before, words, after }) => [`${before}${words}${after}`, ""]),
  ]);
}

function total(measures: readonly Measure[]): Measure {
  return { lines: sum(measures.map(({ lines }) => lines)), ms: sum(measures.map(({ ms }) => ms)) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
