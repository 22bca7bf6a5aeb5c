import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** Logs to stderr: stdout is for the output of the command, or for the protocol. */
export function newLogger({ LOG_LEVEL }: Pick<Config, "LOG_LEVEL">): Logger {
  return pino(
    { level: LOG_LEVEL, serializers: { error: pino.stdSerializers.err } },
    pino.destination({ dest: 2, sync: true }),
  );
}
