export {
  AppError,
  ERROR_CODES,
  type ErrorCode,
  type ErrorDetails,
  invalidField,
} from "./app-error.ts";
export { FairQueue, type FairQueueOptions } from "./fair-queue.ts";
export * from "./in-span.ts";
export type { Json } from "./json.ts";
export { MCP_PATHS } from "./mcp-paths.ts";
export { NamedTimers } from "./named-timers.ts";
export * from "./permissions.ts";
export { PROTOCOL_REVISION } from "./protocol-revision.ts";
export { isSameOrigin } from "./same-origin.ts";
