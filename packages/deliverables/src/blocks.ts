import type { Chart } from "./charts/chart.ts";
import { DOUBT_MARK } from "./clean-tree.ts";

/** A run of text with one style, a citation, a claim behind the citations of its sources, or a line break. */
export type Inline =
  | ({
      readonly kind: "text";
      readonly text: string;
      /** Replaces a citation that matches no source. */
      readonly isUnresolved?: boolean;
    } & Look)
  | {
      readonly kind: "citation";
      readonly number: number;
      /** Whether a claim is cited, which stands for this source. */
      readonly isOfClaim?: boolean;
    }
  | { readonly kind: "claim"; readonly number: number; readonly isDoubtful: boolean }
  | { readonly kind: "break" };

export interface Look {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly strike?: boolean;
  readonly code?: boolean;
  readonly href?: string;
}

export type Alignment = "left" | "right" | "center" | null;
export type TableBlock = {
  readonly kind: "table";
  readonly alignments: readonly Alignment[];
  readonly header: readonly Inline[][];
  readonly rows: readonly Inline[][][];
  /** Drawn above the table; null where a chart would show nothing. */
  readonly chart: Chart | null;
};
export type HeadingBlock = {
  readonly kind: "heading";
  /** From 1, without gaps. */
  readonly level: number;
  readonly anchor: string;
  readonly inlines: readonly Inline[];
};
export type ListBlock = {
  readonly kind: "list";
  readonly ordered: boolean;
  readonly start: number;
  readonly items: readonly Block[][];
};
export type Block =
  | HeadingBlock
  | ListBlock
  | TableBlock
  | { readonly kind: "paragraph"; readonly inlines: readonly Inline[] }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "rule" };

/** The words alone, without citations. */
export function wordsOf(inlines: readonly Inline[]): string {
  return plainText(inlines.filter(({ kind }) => kind !== "citation" && kind !== "claim"));
}

/** Plain text of the inlines; a citation becomes its number in brackets. */
export function plainText(inlines: readonly Inline[]): string {
  const parts = inlines.map((inline) => {
    if (inline.kind === "break") return "\n";
    if (inline.kind === "claim") return inline.isDoubtful ? DOUBT_MARK : "";
    return inline.kind === "citation" ? `[${inline.number}]` : inline.text;
  });
  return parts.join("");
}

export function claimsIn(inlines: readonly Inline[]): number[] {
  return [
    ...new Set(inlines.flatMap((inline) => (inline.kind === "claim" ? [inline.number] : []))),
  ];
}

export function citedIn(inlines: readonly Inline[]): number[] {
  return [
    ...new Set(inlines.flatMap((inline) => (inline.kind === "citation" ? [inline.number] : []))),
  ];
}
