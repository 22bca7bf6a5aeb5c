export { type BackupSummary, writeBackup } from "./backup.ts";
export { preparedStatements } from "./batch.ts";
export type { Actor, CallRecord, FinishedCall, LoggedCall } from "./call-record.ts";
export { saveCallRecord, saveFinishedCalls } from "./call-writes.ts";
export { type ConnectionSettings, connectDatabase, type Database } from "./database.ts";
export { databaseFailure } from "./database-failure.ts";
export { canonicalJson, type SealedJson, sealJson } from "./digest.ts";
export { CHECK_TITLES, type Check, examineDatabase } from "./doctor.ts";
export * from "./embedded/index.ts";
export { newId } from "./ids.ts";
export {
  ensureLocalIdentity,
  LOCAL_ORGANIZATION_ID,
  LOCAL_USER_ID,
  prepareLocalIdentity,
} from "./local-identity.ts";
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
export type { LoadedPlan } from "./plan-rows.ts";
export { loadPlan, lookAtPlan, peekPlan, saveLeaseRenewal, savePlan } from "./plans.ts";
export * from "./queries/kept-reply.ts";
export * from "./queries/list-active-plans.ts";
export * from "./queries/plan-texts.ts";
export * from "./queries/skill-links.ts";
export { isDatabaseReady } from "./readiness.ts";
export { type RestoreSummary, restoreBackup } from "./restore.ts";
export { type Tenant, type TenantContext, withTenantContext } from "./tenant-context.ts";
export { checkTenantSafety } from "./tenant-role.ts";
export { type Verification, verifyDatabase, verifyPlans } from "./verify.ts";
export type { Difference } from "./verify-differences.ts";
