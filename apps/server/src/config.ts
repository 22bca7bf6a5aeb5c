import { isIP } from "node:net";
import { z } from "zod";
import { documented, readVariables } from "./environment.ts";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Everything that can be configured. The help of the command is generated from this. */
export const CONFIG_SCHEMA = z.object({
  HOST: z.string().refine(isHost).default("127.0.0.1").register(documented, {
    description: "Address the server listens on",
    allowed: "an IP address or a host name",
  }),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65535)
    .default(4737)
    .register(documented, {
      description: "Port the server listens on; 0 takes any free one",
      allowed: "a whole number from 0 to 65535",
    }),
  LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default("info")
    .register(documented, {
      description: "How much is logged to stderr",
      allowed: `one of ${LOG_LEVELS.join(", ")}`,
    }),
});

export type Config = z.output<typeof CONFIG_SCHEMA>;

type Environment = Record<string, string | undefined>;

/** Options of a command win over the environment, and the environment over the defaults. */
export function loadConfig(environment: Environment, options: Environment = {}): Config {
  return readVariables(CONFIG_SCHEMA, environment, options);
}

function isHost(host: string): boolean {
  const isName = host.length <= 253 && /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(host);
  return isIP(host) !== 0 || isName;
}
