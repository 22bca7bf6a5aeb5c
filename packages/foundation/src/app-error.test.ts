import { expect, it } from "vitest";
import { AppError, ERROR_CODES } from "./app-error.ts";

it("has a code for every failure a caller can act on", () => {
  const codes = `INVALID_INPUT NOT_FOUND FORBIDDEN INVALID_TRANSITION INVALID_STEP_REFERENCE
    INVALID_EXPRESSION STALE_LEASE INVALID_LEASE STEP_SETTLED STEP_BLOCKED STEP_REQUIRED STEP_REFERENCED
    BUDGET_SPENT BUDGET_REQUIRES_HUMAN AWAITING_REVIEW REVIEW_REQUIRED REVIEW_REQUIRES_HUMAN ALREADY_DECIDED PLAN_CLOSED PLAN_NOT_MODIFIABLE PLAN_CHANGED
    IDEMPOTENCY_CONFLICT LIMIT_EXCEEDED EXTRACTION_NOT_CONFIGURED EXTRACTION_INVALID RATE_LIMITED
    UNAVAILABLE INTERNAL`;
  expect(ERROR_CODES).toEqual(codes.split(/\s+/));
});

it("is an error with a code, a sentence and details", () => {
  const error = new AppError("NOT_FOUND", "There is no such plan.", { planId: "plan-1" });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: "AppError",
    code: "NOT_FOUND",
    message: "There is no such plan.",
    details: { planId: "plan-1" },
  });
  expect(new AppError("INTERNAL", "Oh.").details).toEqual({});
});
