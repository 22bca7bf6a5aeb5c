export const ERROR_CODES = [
  "INVALID_INPUT",
  "NOT_FOUND",
  "FORBIDDEN",
  "INVALID_TRANSITION",
  "INVALID_STEP_REFERENCE",
  "INVALID_EXPRESSION",
  "STALE_LEASE",
  "INVALID_LEASE",
  "STEP_SETTLED",
  "STEP_BLOCKED",
  "STEP_REQUIRED",
  "STEP_REFERENCED",
  "BUDGET_SPENT",
  "BUDGET_REQUIRES_HUMAN",
  "AWAITING_REVIEW",
  "REVIEW_REQUIRED",
  "REVIEW_REQUIRES_HUMAN",
  "ALREADY_DECIDED",
  "PLAN_CLOSED",
  "PLAN_NOT_MODIFIABLE",
  "PLAN_CHANGED",
  "IDEMPOTENCY_CONFLICT",
  "LIMIT_EXCEEDED",
  "EXTRACTION_NOT_CONFIGURED",
  "EXTRACTION_INVALID",
  "RATE_LIMITED",
  "UNAVAILABLE",
  "INTERNAL",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** A failure the caller can act on: its message says what is wrong and, after "Next:", what to do. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Refuses one input field: `invalidField("planId", "is missing. Next: …")`. */
export function invalidField(field: string, problem: string): AppError {
  return new AppError("INVALID_INPUT", `${field}: ${problem}`, { field });
}
