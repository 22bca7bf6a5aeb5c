export { backupKey } from "./backup/backup-signature.ts";
export { type RestoreSummary, restoreBackup } from "./backup/restore-backup.ts";
export { newestSnapshotAt } from "./backup/snapshot-before-migration.ts";
export { type BackupSummary, writeBackup } from "./backup/write-backup.ts";
export {
  countItemRows,
  type DeletableItem,
  deleteItem,
  findDeletableItem,
} from "./deletion/delete-item.ts";
export {
  countPlanRows,
  type DeletablePlan,
  deletePlanWithin,
  findDeletablePlan,
} from "./deletion/delete-plan.ts";
export { DELETED_KINDS, type DeletedCounts, type DeletedKind } from "./deletion/deleted-rows.ts";
export {
  type ErasedPerson,
  erasePerson,
  handOverPlans,
  listPlansOf,
} from "./deletion/erase-person.ts";
export { CHECK_TITLES, type Check, examineDatabase } from "./doctor/examine-database.ts";
export { endAllRuns } from "./end-all-runs.ts";
export type { ArchivedPlan, ArchivedTable } from "./exchange/archived-plan.ts";
export { importPlan, type PlanOrigin } from "./exchange/import-plan.ts";
export {
  listPlanOutputs,
  readExportedCaptures,
  readExportedClaims,
  readFormerRefs,
} from "./exchange/read-evidence.ts";
export {
  describeExchanged,
  type ExchangedRow,
  listPlanIds,
  readPlanRows,
} from "./exchange/read-plan-rows.ts";
export { refused } from "./exchange/refused.ts";
export { listMigrations } from "./list-migrations.ts";
export { migrate } from "./migrate.ts";
export { planMigrations } from "./plan-migrations.ts";
export { measureTables, type TableSize } from "./retention/measure-tables.ts";
export { pruneRows } from "./retention/prune-rows.ts";
export type { Pruned, Pruning } from "./retention/pruning.ts";
export { removeRefusedResults } from "./retention/remove-refused-results.ts";
export type { Difference } from "./verify/compare-plans.ts";
export { type Verification, verifyDatabase, verifyPlans } from "./verify/verify-database.ts";
export { type SearchVerification, verifySearch } from "./verify/verify-search.ts";
