import type { Block, HeadingBlock, Inline } from "../blocks.ts";

export type Confidence = "high" | "medium" | "low";

/** The first thing readers see. */
export interface AnswerPart {
  readonly kind: "answer";
  /** The author's heading; null where the text begins with the answer. */
  readonly heading: HeadingBlock | null;
  readonly blocks: readonly Block[];
  readonly confidence: Confidence | null;
  readonly independentSources: number;
}

export interface KeyFinding {
  readonly number: number;
  /** The heading that states it; null for an item of a list. */
  readonly heading: HeadingBlock | null;
  /** The statement as one sentence. */
  readonly sentence: readonly Inline[];
  readonly blocks: readonly Block[];
  readonly confidence: Confidence | null;
  /** The sources that it cites. */
  readonly sources: readonly number[];
  readonly claims: readonly number[];
  readonly independentSources: number;
}

export interface FindingsPart {
  readonly kind: "findings";
  readonly heading: HeadingBlock;
  /** What stands before the first finding. */
  readonly intro: readonly Block[];
  readonly items: readonly KeyFinding[];
  /** What follows the last finding. */
  readonly rest: readonly Block[];
}

export interface SectionPart {
  readonly kind: "section" | "change" | "limits" | "method";
  /** Null for text before the first heading, and for what follows a long answer. */
  readonly heading: HeadingBlock | null;
  /** With the headings below this one. */
  readonly blocks: readonly Block[];
}

/** A report as its readers know it: the answer first, then the author's order. Every block of the text is in one part. */
export type Part = AnswerPart | FindingsPart | SectionPart;
