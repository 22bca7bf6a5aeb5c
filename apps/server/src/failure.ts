import { ConnectError } from "@trovella/connect";
import { databaseFailure } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import { CommandFailure, EXIT } from "./exit.ts";

/** The failure as the user sees it, if they can act on it; any other error is a bug. */
export function asFailure(error: unknown): CommandFailure | undefined {
  if (error instanceof CommandFailure) return error;
  if (error instanceof ConnectError) return new CommandFailure(error.message, EXIT[error.kind]);
  const known = error instanceof AppError ? error : databaseFailure(error);
  return known && new CommandFailure(known.message);
}
