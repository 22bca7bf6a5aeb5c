export { reportParts } from "@trovella/deliverables";
export { type AuditExport, exportAudit } from "./audit/export-audit.ts";
export { ALL_PERMISSIONS, type Caller, shortClientName } from "./caller.ts";
export { auditClaim, type ClaimVerdict } from "./claims/audit-claim.ts";
export { type ClaimInput, claimHandle } from "./claims/claim-draft.ts";
export { auditedStatus, type ClaimCounts, claimCountsOf } from "./claims/count-claims.ts";
export { gateFor } from "./claims/gate-of-plan.ts";
export { type FigureMark, type MarkedFigures, markFigures } from "./claims/mark-figures.ts";
export { type DifferencePart, quoteDifference } from "./claims/quote-difference.ts";
export {
  type ClaimMeans,
  type PreparedClaims,
  prepareClaims,
  rejudgeClaims,
  storeClaims,
} from "./claims/record-claims.ts";
export { rejudgeStaleClaims } from "./claims/rejudge-stale-claims.ts";
export { sampleClaims } from "./claims/sample-claims.ts";
export { type Interval, wilsonInterval } from "./claims/wilson-interval.ts";
export {
  deletePerson,
  type PersonDeletion,
  type PersonPreview,
  previewPersonDeletion,
} from "./deleting/delete-person.ts";
export {
  DELETABLE,
  type Deletion,
  type DeletionPreview,
  type DeletionTarget,
  deleteResearch,
  previewDeletion,
} from "./deleting/delete-research.ts";
export { type Deleter, OPERATOR } from "./deleting/may-delete.ts";
export { isPlanArchive } from "./exchange/archive-format.ts";
export { type Archive, exportArchive } from "./exchange/export-archive.ts";
export { type ImportSummary, importArchive } from "./exchange/import-archive.ts";
export { DATABASE_RETRY_SECONDS, type OnFailure, publicError } from "./failures.ts";
export {
  type DocumentImport,
  type DocumentImportSummary,
  type ImportProgress,
  importDocuments,
} from "./importing/import-documents.ts";
export type { ImportFile } from "./importing/import-files.ts";
export { IMPORT_LIMITS } from "./importing/import-limits.ts";
export {
  type ArtifactInput,
  type SourceInput,
  type StoredArtifact,
  type StoredArtifactSource,
  type StoringScope,
  storeArtifacts,
} from "./memory/store-artifact.ts";
export { adoptCitedSources } from "./outputs/adopt-cited-sources.ts";
export { type CitationCheck, checkCitations } from "./outputs/check-citations.ts";
export {
  composeDocument,
  ensureDocument,
  type PlanDocument,
} from "./outputs/compose-document.ts";
export {
  composeMissingDocuments,
  type DocumentSweep,
} from "./outputs/compose-missing-documents.ts";
export { editText } from "./outputs/edit-text.ts";
export { type LintFinding, type LintResult, lintOutput } from "./outputs/lint-output.ts";
export {
  changeTheme,
  DEFAULT_THEME_FILE,
  type OrganizationTheme,
  previewTheme,
  readTheme,
  resetTheme,
} from "./outputs/organization-theme.ts";
export { OUTPUT_FORMATS, type OutputFormat, outputFormat } from "./outputs/output-format.ts";
export { type OutputWithSources, readOutputWithSources } from "./outputs/output-with-sources.ts";
export { phaseInWords, stepInWords } from "./outputs/plan-state.ts";
export type { BundledRecord } from "./outputs/render-bundle.ts";
export { renderChanges } from "./outputs/render-changes.ts";
export { type OutputFile, renderOutput } from "./outputs/render-output.ts";
export {
  compareOutputs,
  type OutputBody,
  type OutputComparison,
  renderOutputBody,
} from "./outputs/render-output-body.ts";
export { type ResearchMaterial, readResearchMaterial } from "./outputs/research-material.ts";
export { textSize } from "./outputs/text-size.ts";
export {
  type ActingPerson,
  actOnPlan,
  type PersonsAction,
} from "./plans/act-on-plan.ts";
export { citationWarnings } from "./plans/citation-warnings.ts";
export { createPlan } from "./plans/create-plan.ts";
export { estimateOf, tightCaps } from "./plans/estimate-plan.ts";
export {
  type CommandScope,
  decideChange,
  extendChange,
  handleCommand,
  saveAndCommit,
} from "./plans/handle-command.ts";
export { noteStalls, type StallSweep } from "./plans/note-stalls.ts";
export { DEFAULT_CHECKPOINT, type PersonsCommand } from "./plans/persons-command.ts";
export {
  CHECKPOINT_PLACES,
  type CheckpointPlace,
  hasCheckpoint,
} from "./plans/with-checkpoints.ts";
export { assignPlan } from "./reviews/assign-plan.ts";
export { decideReview, type ReviewVerdict } from "./reviews/decide-review.ts";
export {
  type PlanForPeople,
  peopleOf,
  type RuleReader,
  requireDecider,
  whoMayDecide,
} from "./reviews/plan-people.ts";
export { recordReviewRefusal } from "./reviews/record-review-refusal.ts";
export { type Brief, runMetadata } from "./runs/brief.ts";
export { completeRun, linkRun } from "./runs/link-run.ts";
export { removeSample } from "./sample/remove-sample.ts";
export {
  findTemplate,
  findTemplateNames,
  listTemplates,
  type NamedTemplate,
  readTemplate,
  templateName,
} from "./templates/find-template.ts";
export { saveTemplate } from "./templates/save-template.ts";
export {
  checkLength,
  MAX_REPORT,
  MAX_TEXT,
  MAX_TITLE,
  storableJson,
} from "./text/check-length.ts";
export { readCursor, writeCursor } from "./text/cursor.ts";
export { isDoi } from "./text/doi.ts";
export { excerpt } from "./text/excerpt.ts";
export { inputError } from "./text/input-error.ts";
export { readMoment } from "./text/read-moment.ts";
export { isStoredId } from "./text/stored-id.ts";
export { webLink } from "./text/web-link.ts";
export { readModelUsage } from "./usage/read-model-usage.ts";
export { readOtlpUsage, type UsageClient } from "./usage/read-otlp-usage.ts";
export { recordClientUsage } from "./usage/record-client-usage.ts";
export {
  USAGE_BASES,
  type UsageBasis,
  type UsageFigure,
  usageFigures,
} from "./usage/usage-figures.ts";
