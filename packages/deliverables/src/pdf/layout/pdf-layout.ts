import type { Confidence } from "../../structure/part.ts";

/** What the Typst template reads: text as strings, never as code. Names are short since they stand in every run. */
export type PdfInline =
  | string
  | {
      readonly t: string;
      readonly b?: true;
      readonly i?: true;
      readonly s?: true;
      readonly c?: true;
      /** A link to a page. */
      readonly u?: string;
      /** A citation that matches no source. */
      readonly x?: true;
    }
  /** Citations: `n` is the number of a source, `a` the name of this place where the list leads back to it. */
  | { readonly k: readonly { readonly n: number; readonly a?: string }[] }
  /** A claim that was not found in its source; the number is that of a claim in the appendix, if it is there. */
  | { readonly q: number | null }
  /** Not divided at the end of a line. */
  | { readonly g: readonly PdfInline[] }
  | { readonly br: true };

export interface PdfChart {
  readonly title: string;
  readonly svg: string;
  readonly alt: string;
  readonly caption: string;
}

export interface PdfCell {
  readonly v: readonly PdfInline[];
  readonly chip?: Confidence;
}

/** `d` is said only where a block runs in another direction than the document. */
export type PdfBlock = { readonly d?: "ltr" | "rtl" } & (
  | {
      readonly k: "heading";
      readonly level: number;
      readonly v: readonly PdfInline[];
      /** Index of what it cites. */
      readonly cites?: number;
    }
  | { readonly k: "label"; readonly v: readonly PdfInline[] }
  | { readonly k: "p"; readonly v: readonly PdfInline[] }
  | { readonly k: "quote"; readonly v: readonly PdfBlock[] }
  | { readonly k: "code"; readonly v: string }
  | { readonly k: "rule" }
  | {
      readonly k: "list";
      readonly start: number | null;
      readonly v: readonly (readonly PdfBlock[])[];
    }
  | { readonly k: "chart"; readonly v: PdfChart }
  | {
      readonly k: "table";
      readonly widths: readonly number[];
      readonly alignments: readonly ("start" | "end" | "center")[];
      readonly header: readonly PdfCell[];
      readonly rows: readonly (readonly PdfCell[])[];
      /** Whether it stays on one page. */
      readonly together: boolean;
      /** In points. */
      readonly size: number;
    }
);

export interface PdfFinding {
  readonly number: number;
  readonly sentence: readonly PdfInline[];
  readonly blocks: readonly PdfBlock[];
  readonly chip: { readonly kind: Confidence; readonly words: string } | null;
  readonly note: string;
}

export type PdfPart =
  | {
      readonly k: "findings";
      readonly heading: readonly PdfBlock[];
      readonly intro: readonly PdfBlock[];
      readonly items: readonly PdfFinding[];
      readonly rest: readonly PdfBlock[];
    }
  | { readonly k: "section" | "box"; readonly blocks: readonly PdfBlock[] };

export interface PdfSource {
  readonly number: number;
  /** Where it is cited first. */
  readonly back: string | null;
  readonly d?: "ltr" | "rtl";
  readonly title: string;
  readonly detail: string;
  readonly link: string | null;
  readonly quotes: readonly {
    readonly words: string;
    readonly about: string;
    readonly claim: PdfClaimLink | null;
    readonly link: string | null;
  }[];
}

interface PdfClaimLink {
  readonly words: string;
  readonly anchor: string | null;
}

export interface PdfClaim {
  readonly anchor: string;
  readonly label: string;
  readonly statement: string;
  readonly standing: string;
  readonly doubtful: boolean;
  readonly audit: string;
  readonly entries: readonly {
    readonly found: boolean;
    readonly before: string;
    readonly words: string;
    readonly after: string;
    readonly detail: string;
    readonly link: string | null;
  }[];
}
