import type { Comparison } from "./comparison/compare-deliverables.ts";
import type { Body, Deliverable, Format, RenderedFile } from "./deliverable.ts";
import type { LintReport } from "./lint.ts";

/** Each text once, since jobs are copied to their thread. */
export interface LintTexts {
  readonly byId: ReadonlyMap<string, string>;
  /** By number of the source, the texts that mention it. */
  readonly idsOf: ReadonlyMap<number, readonly string[]>;
}

export type Job =
  | { readonly kind: "render"; readonly deliverable: Deliverable; readonly format: Format }
  | { readonly kind: "body"; readonly deliverable: Deliverable }
  | { readonly kind: "compare"; readonly before: Deliverable; readonly after: Deliverable }
  | { readonly kind: "changes"; readonly before: Deliverable; readonly after: Deliverable }
  | {
      readonly kind: "lint";
      readonly deliverable: Deliverable;
      readonly texts: LintTexts;
      readonly maxCharacters: number;
    };

export interface JobResults {
  render: RenderedFile;
  body: Body;
  compare: Comparison;
  changes: RenderedFile;
  lint: LintReport;
}

export type Answer =
  | { readonly result: JobResults[keyof JobResults] }
  /** The input is at fault; the message for its author, or none when only its size is known to be the cause. */
  | { readonly refusal: string | null }
  /** The server lacks what the format needs. */
  | { readonly unavailable: string }
  | { readonly problem: string };
