export { ALL_PERMISSIONS, type Caller, shortClientName } from "./caller.ts";
export { type OnFailure, publicError } from "./failures.ts";
export { type LintFinding, lintOutput } from "./outputs/lint-output.ts";
export { OUTPUT_FORMATS, type OutputFormat, outputFormat } from "./outputs/output-format.ts";
export { type OutputWithSources, readOutputWithSources } from "./outputs/output-with-sources.ts";
export { type OutputFile, renderOutput } from "./outputs/render-output.ts";
export { type OutputBody, renderOutputBody } from "./outputs/render-output-body.ts";
export {
  type CommandScope,
  decideChange,
  handleCommand,
  saveAndCommit,
} from "./plans/handle-command.ts";
export { decideReview, type ReviewVerdict } from "./reviews/decide-review.ts";
export { recordReviewRefusal } from "./reviews/record-review-refusal.ts";
export { readCursor, writeCursor } from "./text/cursor.ts";
export { excerpt } from "./text/excerpt.ts";
export { inputError } from "./text/input-error.ts";
export { isStoredId } from "./text/stored-id.ts";
export { webLink } from "./text/web-link.ts";
