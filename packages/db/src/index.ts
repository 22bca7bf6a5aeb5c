export { type BackupSummary, writeBackup } from "./backup.ts";
export { preparedStatements } from "./batch.ts";
export type { Actor, CallRecord, FinishedCall, LoggedCall } from "./call-record.ts";
export { saveCallRecord, saveFinishedCalls } from "./call-writes.ts";
export { Announcer } from "./changes/announcer.ts";
export { CHANGE_TOPICS, type Change, type ChangeTopic } from "./changes/change.ts";
export { ChangeFeed } from "./changes/change-feed.ts";
export {
  type ConnectionCounts,
  type ConnectionSettings,
  connectDatabase,
  type Database,
} from "./database.ts";
export { databaseFailure } from "./database-failure.ts";
export { canonicalJson, type SealedJson, sealJson } from "./digest.ts";
export { CHECK_TITLES, type Check, examineDatabase } from "./doctor.ts";
export * from "./embedded/index.ts";
export * from "./identity/index.ts";
export { newId } from "./ids.ts";
export { RATE_RULES, RateLimits, type RateRule, type Verdict } from "./limits/rate-limits.ts";
export {
  ensureLocalIdentity,
  LOCAL_ORGANIZATION_ID,
  LOCAL_USER_ID,
  prepareLocalIdentity,
} from "./local-identity.ts";
export { type FoundMembership, findMemberships } from "./memberships.ts";
export { listMigrations, migrate, planMigrations } from "./migrate.ts";
export {
  type DatabaseSettings,
  embeddedTarget,
  locateDatabase,
  migrateDatabase,
  openDatabase,
  prepareCluster,
  withClient,
  withDirectClient,
} from "./open-database.ts";
export { listOrganizations } from "./organizations.ts";
export type { LoadedPlan } from "./plan-rows.ts";
export { holdPlan, loadPlan, lookAtPlan, peekPlan, saveLeaseRenewal, savePlan } from "./plans.ts";
export * from "./queries/ai-usage.ts";
export * from "./queries/artifacts.ts";
export * from "./queries/console-artifacts.ts";
export * from "./queries/console-events.ts";
export * from "./queries/console-insights.ts";
export * from "./queries/console-outputs.ts";
export * from "./queries/console-plan-detail.ts";
export {
  type ConsolePlan,
  type ConsolePlanFilter,
  listConsolePlans,
  PLAN_MODES,
  PLAN_SORTS,
  type PlanHealth,
  readPlanHealth,
} from "./queries/console-plans.ts";
export * from "./queries/console-reviews.ts";
export * from "./queries/console-runs.ts";
export * from "./queries/console-server.ts";
export * from "./queries/console-tool-calls.ts";
export * from "./queries/console-type-ahead.ts";
export * from "./queries/extractions.ts";
export * from "./queries/feedback.ts";
export {
  type ChunkVector,
  type ClaimedChunk,
  claimChunks,
  type EmbeddingOutcome,
  nextRetryMs,
  requeueOtherModels,
  saveEmbeddingOutcome,
} from "./queries/indexing-queue.ts";
export { removeIndexRows, type SourceKey, saveIndexRows } from "./queries/indexing-rows.ts";
export * from "./queries/kept-reply.ts";
export * from "./queries/list-active-plans.ts";
export * from "./queries/output-sources.ts";
export * from "./queries/outputs.ts";
export * from "./queries/plan-texts.ts";
export { type FoundChunk, readChunks } from "./queries/search-candidates.ts";
export type { SearchFilter } from "./queries/search-filter.ts";
export { MARK, readSourceCards, type SourceCard } from "./queries/search-hits.ts";
export { findByLegs } from "./queries/search-legs.ts";
export * from "./queries/skill-executions.ts";
export * from "./queries/skill-links.ts";
export * from "./queries/subagent-reports.ts";
export { type ListedToken, listTokens, readToken } from "./queries/tokens.ts";
export { isDatabaseReady } from "./readiness.ts";
export { type RestoreSummary, restoreBackup } from "./restore.ts";
export { SKILL_EXECUTION_STATUSES } from "./schema/calls.ts";
export { ORGANIZATION_TYPES } from "./schema/identity.ts";
export { ARTIFACT_TYPES, FEEDBACK_TYPES, MEDIA_TYPES, SATISFACTIONS } from "./schema/memory.ts";
export { SEARCHED_TABLES } from "./schema/search.ts";
export { CHUNK_WORDS, type Chunk, chunkText, MAX_CHUNKS } from "./search-chunks.ts";
export * from "./search-texts.ts";
export * from "./spans.ts";
export { type Tenant, type TenantContext, withTenantContext } from "./tenant-context.ts";
export { checkTenantSafety } from "./tenant-role.ts";
export { findLiveTokens, organizationOfToken, type TokenGrant } from "./tokens/access-keys.ts";
export { isWholeToken, randomCharacters, TOKEN_PREFIX } from "./tokens/token-format.ts";
export { TokenUses } from "./tokens/token-uses.ts";
export { TokenVerifier } from "./tokens/token-verifier.ts";
export {
  type CreatedToken,
  createToken,
  revokeToken,
  TOKEN_LIMITS,
  type TokenWish,
} from "./tokens/tokens.ts";
export { type Verification, verifyDatabase, verifyPlans } from "./verify.ts";
export type { Difference } from "./verify-differences.ts";
export { type SearchVerification, verifySearch } from "./verify-search.ts";
