import { type Database, isConnectionLost } from "@trovella/db";
import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** Logs to stderr: stdout is for a command's output or the protocol. */
export function newLogger({ LOG_LEVEL }: Pick<Config, "LOG_LEVEL">): Logger {
  return pino(
    { level: LOG_LEVEL, serializers: { error: pino.stdSerializers.err } },
    pino.destination({ dest: 2, sync: true }),
  );
}

/**
 * One line when the database becomes unavailable and one when it is back. What fails in between is logged as details:
 * hundreds of stack traces would say the same.
 */
export function logAvailability(logger: Logger, database: Database): void {
  database.onAvailability = (change) => {
    if (change.isAvailable) {
      const seconds = Math.round(change.unavailableMs / 100) / 10;
      logger.info({ seconds }, "the database is available again");
    } else logger.error({ reason: reasonOf(change.error) }, "the database is unavailable");
  };
}

/** A call that failed because of the database. Those of an outage have no stack trace, and its line is enough of them. */
export function logUnavailable(logger: Logger, error: unknown, details: object = {}): void {
  if (isConnectionLost(error)) logger.debug({ ...details, reason: reasonOf(error) }, NOT_CONNECTED);
  else logger.warn({ ...details, error }, "the database could not serve a call");
}

const NOT_CONNECTED = "a call failed because the database is unavailable";

/** Logs a problem, unless it is one of the many that an outage brings. */
export function logProblem(logger: Logger, message: string) {
  return (error: unknown) => {
    if (isConnectionLost(error)) logger.debug({ reason: reasonOf(error) }, message);
    else logger.warn({ error }, message);
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
