export interface Source {
  /** In the register of the plan; the same in every document of the plan. */
  readonly number: number;
  /** The citations that name it: `7`, `p-k7q2x9/7`, `src_…`. */
  readonly refs: readonly string[];
  readonly title: string;
  readonly url: string | null;
  readonly author: string | null;
  readonly publishedAt: string | null;
  readonly retrievedAt: string | null;
  readonly doi: string | null;
  readonly quotes: readonly string[];
}

/** One version of a research output: Markdown with `[src:7]` markers, and the sources they name. */
export interface Deliverable {
  readonly title: string;
  readonly markdown: string;
  readonly sources: readonly Source[];
  readonly researchQuestion: string | null;
  readonly planName: string | null;
  readonly createdAt: Date;
  readonly version: number;
  /** What was recorded of the research when this version was stored, as lines of small print; none of older versions. */
  readonly record?: readonly string[];
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
    readonly number: number;
    readonly isCited: boolean;
  }[];
  /** Citations that match no source. */
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
