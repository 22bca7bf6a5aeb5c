import type { Database } from "@trovella/db";
import { type Caller, type Console, type McpServices, ToolCallLog } from "@trovella/mcp";
import type { Logger } from "pino";
import { ABOUT } from "../about.ts";
import type { Config } from "../config.ts";
import { databaseSettings } from "../database.ts";
import { localSecret } from "./local-secret.ts";

const MINUTE_MS = 60_000;

interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly console: Console;
  readonly logger: Logger;
  readonly caller: Caller | null;
}

/** What the tools of this process share, whichever transport brings the calls. */
export async function mcpServices(parts: Parts): Promise<McpServices> {
  const { config, database, console, logger, caller } = parts;
  const secret =
    config.TROVELLA_SECRET ?? (await localSecret(databaseSettings(config).dataDirectory));
  const log = new ToolCallLog(database, (count, error) =>
    logger.warn({ count, error }, "calls could not be logged"),
  );
  return {
    version: ABOUT.version,
    database,
    console,
    log,
    secret,
    caller,
    stallThresholdMs: Math.round(config.TROVELLA_STALL_MINUTES * MINUTE_MS),
    now: () => new Date(),
    onFailure: (error, correlationId) => logger.error({ error, correlationId }, "a call failed"),
  };
}

/** Where people reach the console of this configuration. */
export function consoleUrl({ TROVELLA_PUBLIC_URL, HOST, PORT }: Config): string {
  if (TROVELLA_PUBLIC_URL) return TROVELLA_PUBLIC_URL.replace(/\/+$/, "");
  const host = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[HOST] ?? HOST;
  return `http://${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${PORT}`;
}
