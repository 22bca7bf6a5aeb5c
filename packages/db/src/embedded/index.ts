export { defaultDataDirectory } from "./data-directory.ts";
export { type EmbeddedPostgres, ensurePostgres } from "./ensure-postgres.ts";
export { inspectPostgres } from "./inspect-postgres.ts";
export { type EmbeddedTarget, embeddedConnection } from "./owned-socket.ts";
export { readPassword } from "./password.ts";
export { SERVER_ROLE } from "./require-password.ts";
export { stopPostgres } from "./stop-postgres.ts";
