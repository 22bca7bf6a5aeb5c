export { preparedStatements } from "./batch.ts";
export {
  type ConnectionCounts,
  type ConnectionSettings,
  connectDatabase,
  type Database,
} from "./database.ts";
export { databaseFailure, isDatabaseUnavailable } from "./database-failure.ts";
export { isDatabaseReady } from "./is-database-ready.ts";
export { newId } from "./new-id.ts";
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
export { canonicalJson, type SealedJson, sealJson } from "./seal-json.ts";
export {
  type Tenant,
  type TenantContext,
  withBackgroundContext,
  withStoringContext,
  withTenantContext,
} from "./tenant-context.ts";
export { checkTenantSafety } from "./tenant-role.ts";
