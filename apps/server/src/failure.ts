import { databaseFailure } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import { CommandFailure } from "./exit.ts";

/** What the person can act on; anything else is a bug. */
export function asFailure(error: unknown): CommandFailure | undefined {
  if (error instanceof CommandFailure) return error;
  const known = error instanceof AppError ? error : databaseFailure(error);
  return known && new CommandFailure(known.message);
}
