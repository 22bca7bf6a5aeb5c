import type { ClaimKind, ClaimStatus, QuoteVerdict } from "@trovella/evidence";
import type { Made } from "./structure/made.ts";
import type { Theme } from "./theme/theme.ts";

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

/** What a claim rests on: a quote, and the source's own words where they were found. */
export interface ClaimEvidence {
  /** The number of a source of the deliverable. */
  readonly source: number;
  readonly stance: "supports" | "contradicts";
  readonly verdict: QuoteVerdict | null;
  /** As the assistant gave it. */
  readonly quote: string;
  readonly passage: string | null;
  /** The text around the passage, up to 200 characters on each side. */
  readonly prefix: string;
  readonly suffix: string;
  /** Where the passage stands in the captured text. */
  readonly start?: number | null;
  readonly end?: number | null;
  readonly fetchedAt: Date | null;
  readonly url: string | null;
  readonly textSha256: string | null;
  readonly level: number;
}

/** A claim of the plan, which the text cites as `[clm:7]`. */
export interface DocumentClaim {
  readonly number: number;
  readonly statement: string;
  readonly kind: ClaimKind;
  readonly isKey: boolean;
  readonly status: ClaimStatus;
  readonly level: number;
  /** Codes of what is wrong with it. */
  readonly problems: readonly string[];
  readonly evidence: readonly ClaimEvidence[];
  readonly audit: {
    readonly by: string;
    readonly at: Date;
    readonly verdict: "agree" | "disagree" | "unsure";
  } | null;
}

export interface DocumentEvidence {
  readonly policy: "off" | "warn" | "strict";
  readonly state: "final" | "draft";
  /** Why it is a draft, as a sentence for readers. */
  readonly reason: string | null;
  readonly claims: readonly DocumentClaim[];
}

/** One version of a research output: Markdown with `[src:7]` and `[clm:7]` markers, and what they name. */
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
  /** The claims of the plan; none of older versions. */
  readonly evidence?: DocumentEvidence;
  /** The name of the organization that the research was done for. */
  readonly organization?: string;
  /** Of the research as a whole, between 0 and 1; shown where the answer states none. */
  readonly confidence?: number | null;
  readonly made?: Made | null;
  readonly theme?: Theme;
}

export const FORMATS = ["markdown", "html", "docx", "xlsx", "pptx", "pdf"] as const;
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

/** This server cannot make such a file; the message says which other one it can make. */
export class FormatUnavailable extends Error {}

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
