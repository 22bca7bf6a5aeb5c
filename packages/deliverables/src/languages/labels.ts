import type { ClaimLabels } from "./claim-labels.ts";

/** What documents say besides the author's text. */
export interface Labels {
  readonly answer: string;
  readonly question: string;
  readonly contents: string;
  readonly keyFindings: string;
  readonly sources: string;
  readonly furtherSources: string;
  readonly evidence: string;
  readonly howMade: string;
  readonly record: string;
  readonly recordNote: string;
  readonly limits: string;
  readonly change: string;
  readonly method: string;
  readonly draft: string;
  readonly date: string;
  readonly version: string;
  readonly madeWith: string;
  readonly preparedFor: string;
  readonly page: string;
  /** The research that a document belongs to. */
  readonly plan: string;
  /** `Version 2` */
  versionOf(version: number): string;
  /** `high confidence`, for chips below a finding. */
  readonly confidence: Readonly<Record<"high" | "medium" | "low", string>>;
  /** `high`, for cells of a column that is about confidence. */
  readonly confidenceWord: Readonly<Record<"high" | "medium" | "low", string>>;
  readonly confidenceTitle: string;
  independentSources(count: number): string;
  /** `2 of 5 findings with high confidence` */
  highFindings(count: { readonly high: number; readonly all: number }): string;
  /** `Sources: 1, 2`; below charts and at the foot of slides. */
  sourcesLine(numbers: string): string;
  readonly whatItMeans: string;
  /** `and 12 more in the document` */
  moreRows(count: number): string;
  readonly seeDocument: string;
  /** Explains the sign that stands for characters without a font, which are named by their code points. */
  withoutFont(given: { readonly mark: string; readonly characters: string }): string;
  readonly leftOut: string;
  readonly retrieved: string;
  readonly table: string;
  /** The name of a link from a source to a place where it is cited, both counted from 1. */
  backToUse(given: { readonly use: number; readonly source: number }): string;
  readonly made: {
    searches(count: number): string;
    pagesRead(count: number): string;
    sourcesCited(count: number): string;
    steps(count: number): string;
    assistants(names: string): string;
    /** From the first step to the last. */
    duration(words: string): string;
    readonly approvals: string;
    readonly noApprovals: string;
    approval(given: {
      readonly decision: "approve" | "reject" | "modify" | "skip";
      readonly by: string | null;
      readonly on: string;
      /** Whether an assistant passed the decision on, so that nobody can say who took it. */
      readonly isRelayed: boolean;
    }): string;
  };
  /** Names of sheets, columns and properties of workbooks. */
  readonly sheets: {
    readonly answer: string;
    readonly findings: string;
    readonly claims: string;
    readonly data: string;
    readonly sources: string;
    readonly method: string;
    readonly record: string;
  };
  readonly columns: {
    readonly number: string;
    readonly section: string;
    readonly finding: string;
    readonly detail: string;
    readonly confidence: string;
    readonly independentSources: string;
    readonly sources: string;
    readonly link: string;
    readonly furtherLinks: string;
    readonly evidence: string;
    readonly title: string;
    readonly author: string;
    readonly published: string;
    readonly doi: string;
    readonly retrieved: string;
    readonly quotes: string;
    readonly cited: string;
    readonly claim: string;
    readonly status: string;
    readonly passage: string;
    /** Whether a claim is one of those that matter most. */
    readonly key: string;
    /** What a person said who checked the claim. */
    readonly checked: string;
    /** Whether a source supports or contradicts the claim. */
    readonly stance: string;
    readonly supports: string;
    readonly contradicts: string;
    /** The words in front of a passage, and those behind it. */
    readonly before: string;
    readonly after: string;
    readonly quoteNotFound: string;
    /** The first digits of the fingerprint of the text that was read. */
    readonly textHash: string;
    readonly yes: string;
    readonly no: string;
  };
  /** Between the parts of a sentence. */
  readonly marks: {
    readonly colon: string;
    readonly comma: string;
    readonly semicolon: string;
    readonly stop: string;
  };
  /** In the quotation marks of the language. */
  quoted(words: string): string;
  bracketed(words: string): string;
  /** Words that stand in the author's text. */
  readonly text: {
    /** The title of a document that has none. */
    readonly untitled: string;
    readonly untitledSource: string;
    /** `Question: …` */
    question(question: string): string;
    /** `Retrieved 3 March 2026.` */
    retrieved(date: string): string;
    /** `Draft. …` */
    draft(reason: string): string;
    readonly ownConclusion: string;
    /** In place of a reference to a footnote. */
    note(number: number): string;
    readonly notes: string;
    /** In place of an image. */
    image(words: string): string;
    readonly noDescription: string;
    tableCut(most: { readonly rows: string; readonly columns: string }): string;
    readonly documentCut: string;
  };
  readonly claims: ClaimLabels;
  /** Titles of slides, which state something. */
  readonly slides: {
    /** `3 things would change this answer` */
    wouldChange(count: number): string;
    limitsRemain(count: number): string;
    pagesWereRead(count: number): string;
    /** Of checkpoints. */
    wereApproved(count: number): string;
    readonly appendix: string;
  };
  /** The text alternative of a chart. */
  chart(given: { readonly kind: "bar" | "column" | "line"; readonly title: string }): string;
}
