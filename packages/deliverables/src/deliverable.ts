export interface Source {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly author: string | null;
  readonly publishedAt: string | null;
  readonly retrievedAt: string | null;
  readonly doi: string | null;
  readonly quote: string | null;
}

/** One version of a research output: Markdown with `[src:ID]` markers, and the sources they name. */
export interface Deliverable {
  readonly title: string;
  readonly markdown: string;
  readonly sources: readonly Source[];
  readonly researchQuestion: string | null;
  readonly planName: string | null;
  readonly createdAt: Date;
  readonly version: number;
}

export const FORMATS = ["markdown", "html", "docx", "xlsx", "pptx"] as const;
export type Format = (typeof FORMATS)[number];

export interface RenderedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly fileName: string;
}

/** A deliverable as the console shows it, with sanitized HTML. */
export interface Body {
  readonly html: string;
  readonly outline: readonly {
    /** From 1. */
    readonly level: number;
    /** The id of the heading in the HTML. */
    readonly anchor: string;
    readonly text: string;
  }[];
  /** The sources in the order of their numbers; citations in the HTML lead to `#source-NUMBER`. */
  readonly sources: readonly {
    readonly id: string;
    readonly number: number;
    readonly isCited: boolean;
  }[];
  /** Ids of markers that match no source. */
  readonly unknownIds: readonly string[];
}

/** About 150 pages; up to this size every format renders within seconds. */
const MAX_MARKDOWN_CHARACTERS = 300_000;
export const MAX_SOURCES = 1_000;

/** The input cannot be rendered; the message is meant for its author. */
export class TooLarge extends RangeError {}

/** Throws TooLarge with a message that says what to do instead. */
export function checkSize({
  markdown,
  sources,
}: {
  readonly markdown: string;
  readonly sources: readonly unknown[];
}): void {
  if (markdown.length > MAX_MARKDOWN_CHARACTERS) {
    throw new TooLarge(
      `This output has ${count(markdown.length)} characters and the limit is ${count(MAX_MARKDOWN_CHARACTERS)}. Next: split it into several outputs.`,
    );
  }
  if (sources.length > MAX_SOURCES) {
    throw new TooLarge(
      `This output has ${count(sources.length)} sources and the limit is ${count(MAX_SOURCES)}. Next: split it into several outputs.`,
    );
  }
}

/** A number as people read it: 1,234,567. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}
