// The renderers are not exported: they load slowly and run in worker threads.
export {
  BIBLIOGRAPHY_FORMATS,
  type BibliographyFormat,
  renderBibliography,
} from "./bibliography.ts";
export { citedRefs } from "./citations.ts";
export {
  type Body,
  checkSize,
  type Deliverable,
  FORMATS,
  type Format,
  MAX_SOURCES,
  type RenderedFile,
  type Source,
  TooLarge,
} from "./deliverable.ts";
export {
  type EmbeddedText,
  type Embedding,
  embedBlocks,
  embedInline,
  mentionedRefs,
} from "./embed-text.ts";
export { fileNameFor } from "./file-name.ts";
export type { LintTexts } from "./jobs.ts";
export { LINT_CODES, type LintFinding } from "./lint.ts";
export { lintApart, renderApart, renderBodyApart } from "./render-apart.ts";
export { RenderingRefused } from "./rendering-threads.ts";
export { zipFiles } from "./stable-zip.ts";
