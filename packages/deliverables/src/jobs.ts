import type { Body, Deliverable, Format, RenderedFile } from "./deliverable.ts";
import type { LintFinding } from "./lint.ts";

/** What is done in a thread of its own. */
export type Job =
  | { readonly kind: "render"; readonly deliverable: Deliverable; readonly format: Format }
  | { readonly kind: "body"; readonly deliverable: Deliverable }
  | {
      readonly kind: "lint";
      readonly deliverable: Deliverable;
      /** Stored texts, by source. */
      readonly texts: ReadonlyMap<string, string>;
      readonly maxCharacters: number;
    };

export interface JobResults {
  render: RenderedFile;
  body: Body;
  lint: LintFinding[];
}

/** What the thread says about the job it was given. */
export type Answer =
  | { readonly result: JobResults[keyof JobResults] }
  /** The text is to blame; a sentence for its author, or none where only its size is known to be. */
  | { readonly refusal: string | null }
  | { readonly problem: string };
