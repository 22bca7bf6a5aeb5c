import { AppError, type ErrorCode } from "@trovella/foundation";
import { inputError, publicError } from "@trovella/research";
import { TRPCError } from "@trpc/server";
import { z } from "zod";
import type { ApiServices } from "./context.ts";

type TransportCode = TRPCError["code"];

/** The transport's code for each of ours; all others are conflicts with the current state. */
const TRANSPORT_CODES: Partial<Record<ErrorCode, TransportCode>> = {
  INVALID_INPUT: "BAD_REQUEST",
  NOT_FOUND: "NOT_FOUND",
  FORBIDDEN: "FORBIDDEN",
  LIMIT_EXCEEDED: "PAYLOAD_TOO_LARGE",
  RATE_LIMITED: "TOO_MANY_REQUESTS",
  UNAVAILABLE: "SERVICE_UNAVAILABLE",
  INTERNAL: "INTERNAL_SERVER_ERROR",
};

/** A failed procedure's error as the caller sees it: always with an AppError as its cause. */
export function failureOf(
  error: unknown,
  { onFailure }: Pick<ApiServices, "onFailure">,
): TRPCError {
  const cause = publicError(causeOf(error), { onFailure, retry: "try again" });
  const code = TRANSPORT_CODES[cause.code] ?? "CONFLICT";
  return new TRPCError({ code, message: cause.message, cause });
}

/** tRPC wraps what a procedure or the check of its input throws. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof TRPCError)) return error;
  if (error.cause instanceof z.ZodError) return inputError(error.cause, "correct this");
  return error.cause ? causeOf(error.cause) : error;
}

/** Errors of the transport itself, before any procedure ran. */
const TRANSPORT_SENTENCES: Partial<Record<TransportCode, string>> = {
  NOT_FOUND: "There is no such procedure.",
  BAD_REQUEST: "This is not a request that the server can read.",
  PARSE_ERROR: "This is not a request that the server can read.",
  METHOD_NOT_SUPPORTED: "This procedure is called with another method.",
  UNSUPPORTED_MEDIA_TYPE: "Send application/json.",
  PAYLOAD_TOO_LARGE: "The request is too large.",
};

export function replyOf(error: TRPCError): {
  readonly message: string;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
} {
  const { cause } = error;
  if (cause instanceof AppError) {
    return { message: cause.message, code: cause.code, details: cause.details };
  }
  const message = TRANSPORT_SENTENCES[error.code] ?? "Something went wrong on the server.";
  const code = error.code === "INTERNAL_SERVER_ERROR" ? "INTERNAL" : error.code;
  return { message, code, details: {} };
}
