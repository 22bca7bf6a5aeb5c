export { preparedStatements } from "./batch.ts";
export {
  type ConnectionCounts,
  type ConnectionSettings,
  connectDatabase,
  type Database,
} from "./database.ts";
export {
  databaseFailure,
  isConnectionLost,
  isDatabaseUnavailable,
  isDiskFullFailure,
} from "./database-failure.ts";
export { isDatabaseReady } from "./is-database-ready.ts";
export { newHandle, newId, newLeaseToken } from "./new-id.ts";
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
export { openingDatabase } from "./opening-database.ts";
export { canonicalJson, type SealedJson, sealJson } from "./seal-json.ts";
export { sendTogether } from "./send-together.ts";
export {
  type Tenant,
  type TenantContext,
  withBackgroundContext,
  withStoringContext,
  withTenantContext,
  withTenantSnapshot,
} from "./tenant-context.ts";
export { checkTenantSafety } from "./tenant-role.ts";
