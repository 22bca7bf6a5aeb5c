import { randomUUID } from "node:crypto";
import { isDatabaseUnavailable, isDiskFullFailure } from "@trovella/db";
import { AppError } from "@trovella/foundation";

/** Reports an internal error, with the id that the caller was given. */
export type OnFailure = (error: unknown, correlationId: string) => void;

/** When a request to an unavailable database is worth repeating, for Retry-After. */
export const DATABASE_RETRY_SECONDS = 2;

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
        isDiskFullFailure(error)
          ? `The disk of the database is full. Next: tell the operator of this server to free some space, then ${retry}.`
          : `The database is temporarily unavailable. Next: wait a few seconds, then ${retry}.`,
        { correlationId, retryAfterSeconds: DATABASE_RETRY_SECONDS },
      )
    : new AppError(
        "INTERNAL",
        `Something went wrong on the server (${correlationId}). Next: ${retry}; if it happens again, report this id.`,
        { correlationId },
      );
}
