import { type Logger, pino } from "pino";
import type { Config } from "./config.ts";

/** Logs to stderr: stdout is for a command's output or the protocol. */
export function newLogger({ LOG_LEVEL }: Pick<Config, "LOG_LEVEL">): Logger {
  return pino(
    { level: LOG_LEVEL, serializers: { error: pino.stdSerializers.err } },
    pino.destination({ dest: 2, sync: true }),
  );
}
