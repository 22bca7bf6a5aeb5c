import { randomUUID } from "node:crypto";
import { databaseFailure } from "@trovella/db";
import { AppError, type ErrorCode } from "@trovella/foundation";
import { TRPCError } from "@trpc/server";
import { z } from "zod";
import type { ApiServices } from "./context.ts";

type TransportCode = TRPCError["code"];

/** How the transport names a failure; what is not listed is a conflict with the state of things. */
const TRANSPORT_CODES: Partial<Record<ErrorCode, TransportCode>> = {
  INVALID_INPUT: "BAD_REQUEST",
  NOT_FOUND: "NOT_FOUND",
  FORBIDDEN: "FORBIDDEN",
  LIMIT_EXCEEDED: "PAYLOAD_TOO_LARGE",
  RATE_LIMITED: "TOO_MANY_REQUESTS",
  UNAVAILABLE: "SERVICE_UNAVAILABLE",
  INTERNAL: "INTERNAL_SERVER_ERROR",
};

/** What the caller is told when a procedure failed, for whatever reason: always an AppError inside. */
export function failureOf(error: unknown, services: Pick<ApiServices, "onFailure">): TRPCError {
  const cause = explained(error) ?? masked(error, services);
  const code = TRANSPORT_CODES[cause.code] ?? "CONFLICT";
  return new TRPCError({ code, message: cause.message, cause });
}

function explained(error: unknown): AppError | undefined {
  if (error instanceof AppError && error.code !== "INTERNAL") return error;
  if (error instanceof TRPCError) {
    if (error.cause instanceof z.ZodError) return explainInput(error.cause);
    if (error.cause !== undefined) return explained(error.cause);
  }
  return undefined;
}

/** Something went wrong inside: it is logged under an id, and the id is all that is told. */
function masked(error: unknown, { onFailure }: Pick<ApiServices, "onFailure">): AppError {
  const inner = error instanceof TRPCError ? (error.cause ?? error) : error;
  const correlationId = randomUUID();
  onFailure(inner, correlationId);
  return isDatabaseAway(inner)
    ? new AppError(
        "UNAVAILABLE",
        "The database is away for the moment. Next: wait some seconds, then try again.",
        { correlationId },
      )
    : new AppError(
        "INTERNAL",
        `Something went wrong on the server (${correlationId}). Next: try again; if it happens again, report this id.`,
        { correlationId },
      );
}

function isDatabaseAway(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return (
    databaseFailure(error) !== undefined ||
    (typeof code === "string" && /^(57P0\d|25P03|08\w{3}|53\w{3}|40P01|55P03|57014)$/.test(code))
  );
}

const SHOWN_PROBLEMS = 3;
const SHOWN_CHARACTERS = 300;

function explainInput({ issues }: z.ZodError): AppError {
  const problems = issues
    .slice(0, SHOWN_PROBLEMS)
    .map(({ path, message }) =>
      [path.map(String).join("."), message].filter(Boolean).join(": ").slice(0, SHOWN_CHARACTERS),
    );
  const field = issues[0]?.path.map(String).join(".").slice(0, SHOWN_CHARACTERS) ?? "";
  return new AppError("INVALID_INPUT", `${problems.join("; ")}. Next: correct this.`, { field });
}

/** Errors of the transport itself, which no procedure has seen. */
const TRANSPORT_SENTENCES: Partial<Record<TransportCode, string>> = {
  NOT_FOUND: "There is no such procedure.",
  BAD_REQUEST: "This is not a request that the server can read.",
  PARSE_ERROR: "This is not a request that the server can read.",
  METHOD_NOT_SUPPORTED: "This procedure is called with another method.",
  UNSUPPORTED_MEDIA_TYPE: "Send application/json.",
  PAYLOAD_TOO_LARGE: "The request is too large.",
};

/** What stands in the reply. */
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
