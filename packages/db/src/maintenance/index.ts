export { type BackupSummary, writeBackup } from "./backup/backup.ts";
export { type RestoreSummary, restoreBackup } from "./backup/restore.ts";
export { CHECK_TITLES, type Check, examineDatabase } from "./doctor/doctor.ts";
export { listMigrations, migrate, planMigrations } from "./migrate.ts";
export { type Verification, verifyDatabase, verifyPlans } from "./verify/verify.ts";
export type { Difference } from "./verify/verify-differences.ts";
export { type SearchVerification, verifySearch } from "./verify/verify-search.ts";
