export { defaultDataDirectory } from "./data-directory.ts";
export { type EmbeddedPostgres, ensurePostgres } from "./ensure-postgres.ts";
export { inspectPostgres } from "./inspect-postgres.ts";
export { stopPostgres } from "./stop-postgres.ts";
