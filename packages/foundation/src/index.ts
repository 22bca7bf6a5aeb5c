export { AppError, ERROR_CODES, type ErrorCode, type ErrorDetails } from "./app-error.ts";
export * from "./in-span.ts";
export type { Json } from "./json.ts";
export * from "./permissions.ts";
export { isSameOrigin } from "./same-origin.ts";
