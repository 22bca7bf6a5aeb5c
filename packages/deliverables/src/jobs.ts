import type { Body, Deliverable, Format, RenderedFile } from "./deliverable.ts";
import type { LintFinding } from "./lint.ts";

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

export type Answer =
  | { readonly result: JobResults[keyof JobResults] }
  /** The input is at fault; the message for its author, or none when only its size is known to be the cause. */
  | { readonly refusal: string | null }
  | { readonly problem: string };
