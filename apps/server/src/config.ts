import { isIP } from "node:net";
import { z } from "zod";
import { documented, readVariables } from "./environment.ts";

const DATABASE_URL_FORM = "an address that begins with postgres:// or postgresql://";
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Everything that can be configured. The help of the command is generated from this. */
export const CONFIG_SCHEMA = z
  .object({
    DATABASE_URL: z.string().refine(isDatabaseUrl).optional().register(documented, {
      description: "PostgreSQL 15 or newer to keep everything in",
      allowed: DATABASE_URL_FORM,
      whenUnset: "the embedded PostgreSQL",
      secret: true,
    }),
    DATABASE_DIRECT_URL: z.string().refine(isDatabaseUrl).optional().register(documented, {
      description: "The same database past a pooler, for migrations and backups",
      allowed: DATABASE_URL_FORM,
      whenUnset: "DATABASE_URL",
      secret: true,
    }),
    TROVELLA_DATA_DIR: z.string().min(1).optional().register(documented, {
      description: "Directory of the embedded PostgreSQL and of automatic backups",
      allowed: "a path",
      whenUnset: "~/.local/share/trovella, as root /var/lib/trovella",
    }),
    TROVELLA_PREPARED: z.enum(["on", "off"]).default("on").register(documented, {
      description:
        "Whether statements are prepared by name; off suits a pooler older than PgBouncer 1.21",
      allowed: "on or off",
    }),
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
  })
  .refine(({ DATABASE_URL, DATABASE_DIRECT_URL }) => DATABASE_URL || !DATABASE_DIRECT_URL, {
    // Otherwise migrations would go to one database and everything else to another.
    path: ["DATABASE_URL"],
  });

/** What decides which database a command works on. */
export const DATABASE_VARIABLES = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "TROVELLA_DATA_DIR",
] as const satisfies (keyof typeof CONFIG_SCHEMA.shape)[];

export type Config = z.output<typeof CONFIG_SCHEMA>;

type Environment = Record<string, string | undefined>;

/** Options of a command win over the environment, and the environment over the defaults. */
export function loadConfig(environment: Environment, options: Environment = {}): Config {
  return readVariables(CONFIG_SCHEMA, environment, options);
}

/** PostgreSQL's addresses may leave the host out (user@/database?host=/socket), which URLs may not. */
function isDatabaseUrl(address: string): boolean {
  const complete = address.replace("@/", "@localhost/");
  return /^postgres(ql)?:\/\//.test(address) && URL.canParse(complete);
}

function isHost(host: string): boolean {
  const isName = host.length <= 253 && /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(host);
  return isIP(host) !== 0 || isName;
}
