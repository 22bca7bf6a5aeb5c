export { backupKey } from "./backup/backup-signature.ts";
export { type RestoreSummary, restoreBackup } from "./backup/restore-backup.ts";
export { type BackupSummary, writeBackup } from "./backup/write-backup.ts";
export { CHECK_TITLES, type Check, examineDatabase } from "./doctor/examine-database.ts";
export { listMigrations, migrate, planMigrations } from "./migrate.ts";
export type { Difference } from "./verify/compare-plans.ts";
export { type Verification, verifyDatabase, verifyPlans } from "./verify/verify-database.ts";
export { type SearchVerification, verifySearch } from "./verify/verify-search.ts";
