// The renderers are not exported: they load slowly and run in worker threads.
export {
  BIBLIOGRAPHY_FORMATS,
  type BibliographyFormat,
  renderBibliography,
} from "./bibliography.ts";
export {
  type Bundle,
  type BundledCapture,
  type BundledFile,
  bundleFiles,
} from "./bundle/bundle-files.ts";
export { claimsJson } from "./bundle/claims-json.ts";
export {
  type Crate,
  type CrateDecision,
  type CrateStep,
  roCrateMetadata,
} from "./bundle/ro-crate-metadata.ts";
export { citedClaims, citedRefs } from "./citations.ts";
export type { ComparedBlock, Span } from "./comparison/compare-blocks.ts";
export type { Comparison } from "./comparison/compare-deliverables.ts";
export {
  type Body,
  type ClaimEvidence,
  checkSize,
  type Deliverable,
  type DocumentClaim,
  type DocumentEvidence,
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
export { documentGate } from "./evidence/document-gate.ts";
export { draftReason } from "./evidence/draft-reason.ts";
export { isDoubtful } from "./evidence/is-doubtful.ts";
export { textFragmentUrl } from "./evidence/text-fragment-url.ts";
export { fileNameFor } from "./file-name.ts";
export type { LintTexts } from "./jobs.ts";
export type { LintReport } from "./lint.ts";
export { LINT_CODES, type LintFinding } from "./lint-finding.ts";
export {
  compareApart,
  lintApart,
  renderApart,
  renderBodyApart,
  renderChangesApart,
} from "./render-apart.ts";
export { RenderingRefused } from "./rendering-threads.ts";
export { type ReportParts, reportParts } from "./report-parts.ts";
export { zipFiles } from "./stable-zip.ts";
export type { Approval, Made } from "./structure/made.ts";
export { type ParsedTheme, parseTheme, type ThemeProblem } from "./theme/parse-theme.ts";
export { COVERS, DEFAULT_THEME, type Logo, PAPERS, type Theme } from "./theme/theme.ts";
export { type ThemeFile, themeFile } from "./theme/theme-file.ts";
export { unzipFiles, type ZippedFile, ZipStream } from "./zip-stream.ts";
