import { randomUUID } from "node:crypto";
import { databaseFailure } from "@trovella/db";
import { AppError } from "@trovella/foundation";

/** Reports an internal error, with the id that the caller was given. */
export type OnFailure = (error: unknown, correlationId: string) => void;

/**
 * The error as a caller may see it. Refusals pass as they are; anything else is reported under a
 * correlation id, and the caller learns only that id and how to go on (`retry`, such as "try again").
 */
export function publicError(
  error: unknown,
  { onFailure, retry }: { readonly onFailure: OnFailure; readonly retry: string },
): AppError {
  if (error instanceof AppError && error.code !== "INTERNAL") return error;
  const correlationId = randomUUID();
  onFailure(error, correlationId);
  return isDatabaseUnavailable(error)
    ? new AppError(
        "UNAVAILABLE",
        `The database is temporarily unavailable. Next: wait a few seconds, then ${retry}.`,
        { correlationId },
      )
    : new AppError(
        "INTERNAL",
        `Something went wrong on the server (${correlationId}). Next: ${retry}; if it happens again, report this id.`,
        { correlationId },
      );
}

/** Codes of PostgreSQL for a connection that broke, ran out of resources or timed out while in use. */
const UNAVAILABLE_CODES = /^(57P0\d|25P03|08\w{3}|53\w{3}|40P01|55P03|57014)$/;

function isDatabaseUnavailable(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? "");
  return databaseFailure(error) !== undefined || UNAVAILABLE_CODES.test(code);
}
