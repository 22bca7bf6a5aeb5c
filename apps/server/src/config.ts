import { isIP } from "node:net";
import { EXTRACTION_PROVIDERS } from "@trovella/mcp";
import { LIMITS } from "@trovella/plan-engine";
import { z } from "zod";
import { documented, missing, readVariables } from "./environment.ts";
import { isSafeAddress, isStrongSecret, teamProblems } from "./team-config.ts";

const DATABASE_URL_FORM = "an address that begins with postgres:// or postgresql://";
const LONGEST_STALL_MINUTES = LIMITS.stallThresholdMs / 60_000;
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Everything that can be configured. The help of the command is generated from this. */
export const CONFIG_SCHEMA = z
  .object({
    TROVELLA_MODE: z.enum(["local", "team"]).default("local").register(documented, {
      description: "Who uses it: one person without sign-in, or people and clients who sign in",
      allowed: "local or team",
    }),
    DATABASE_URL: z.string().refine(isDatabaseUrl).optional().register(documented, {
      description: "PostgreSQL 15 or newer to keep everything in; required in team mode",
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
    TROVELLA_PUBLIC_URL: z.string().refine(isWebAddress).optional().register(documented, {
      description: "Address under which people reach the server, for links and sign-in",
      allowed:
        "an address that begins with http:// or https://; in team mode required, without a path, and https:// unless it is this computer's own",
      whenUnset: "http://HOST:PORT",
    }),
    TROVELLA_SECRET: z.string().min(32).optional().register(documented, {
      description: "What questions and sessions are sealed with; the same for all replicas",
      allowed:
        "at least 32 characters; in team mode required, and random as `openssl rand -base64 32` prints them",
      whenUnset: "a file in the data directory",
      secret: true,
    }),
    TROVELLA_OIDC_ISSUER: z.string().refine(isSafeAddress).optional().register(documented, {
      description: "Who else may vouch for people in team mode, by OpenID Connect",
      allowed: "the issuer's https:// address, set together with the next two",
      whenUnset: "none; people sign in with e-mail and password",
    }),
    TROVELLA_OIDC_CLIENT_ID: z.string().min(1).max(500).optional().register(documented, {
      description: "What that issuer knows this server as",
      allowed: "a client id of the issuer",
      whenUnset: "none",
    }),
    TROVELLA_OIDC_CLIENT_SECRET: z.string().min(1).optional().register(documented, {
      description: "What proves it to that issuer",
      allowed: "the secret of that client",
      whenUnset: "none",
      secret: true,
    }),
    TROVELLA_PROXIES: z.string().regex(/^\d$/).transform(Number).default(0).register(documented, {
      description:
        "How many proxies of yours stand before the server, so that limits apply to whoever is behind them",
      allowed: "a whole number from 0 to 9",
    }),
    TROVELLA_WEB_CLIENTS: z
      .string()
      .transform((text) => text.split(",").map((origin) => origin.trim()))
      .refine((origins) => origins.every(isOrigin))
      .default([])
      .register(documented, {
        description: "Web pages whose MCP clients may call in team mode, by their origins",
        allowed: "origins such as https://client.example, with commas between them",
        whenUnset: "none",
      }),
    TROVELLA_STALL_MINUTES: z
      .string()
      .regex(/^\d{1,5}(\.\d{1,3})?$/)
      .transform(Number)
      .refine((minutes) => minutes >= 0.001 && minutes <= LONGEST_STALL_MINUTES)
      .default(30)
      .register(documented, {
        description: "How long a step may stay silent in plans that do not say it themselves",
        allowed: `minutes, up to ${LONGEST_STALL_MINUTES}`,
      }),
    TROVELLA_EMBEDDER: z.string().refine(isEmbedder).default("local").register(documented, {
      description: "What makes searches find by meaning",
      allowed:
        "local, none, or an OpenAI-compatible address with the size of its vectors and the model, such as https://KEY@api.example/v1?dimensions=1536#model",
      secret: true,
    }),
    TROVELLA_EXTRACT_PROVIDER: z
      .enum(EXTRACTION_PROVIDERS)
      .optional()
      .register(documented, {
        description: "Whose language model extracts data for extract_data",
        allowed: EXTRACTION_PROVIDERS.join(" or "),
        whenUnset: "none; clients extract themselves",
      }),
    TROVELLA_EXTRACT_MODEL: z.string().min(1).max(200).optional().register(documented, {
      description: "The model that extracts data",
      allowed: "a model of the provider",
      whenUnset: "none",
    }),
    TROVELLA_EXTRACT_API_KEY: z.string().min(1).optional().register(documented, {
      description: "The key for that provider",
      allowed: "a key of the provider, which anthropic always needs",
      whenUnset: "none",
      secret: true,
    }),
    TROVELLA_EXTRACT_BASE_URL: z.string().refine(isWebAddress).optional().register(documented, {
      description: "Address of the provider's API",
      allowed:
        "an address that begins with http:// or https://, which openai-compatible always needs",
      whenUnset: "Anthropic's",
    }),
    TROVELLA_METRICS_TOKEN: z.string().refine(isStrongSecret).optional().register(documented, {
      description: "What Prometheus sends as a bearer token to read /metrics",
      allowed: "at least 32 characters, random as `openssl rand -hex 32` prints them",
      whenUnset: "none; in team mode there is no /metrics then",
      secret: true,
    }),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional().register(documented, {
      description:
        "Where serve sends traces by OTLP over HTTP; OpenTelemetry's other variables apply",
      allowed: "an address that begins with http:// or https://",
      whenUnset: "none; nothing is traced",
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
  .superRefine(
    (config, context) => {
      for (const name of teamProblems(config)) context.addIssue(missing(name));
    },
    // Also beside values that are refused for themselves: everything is said at once.
    { when: () => true },
  )
  .superRefine((config, context) => {
    const unset = OIDC_VARIABLES.filter((name) => !config[name]);
    // Half a setting would be none without anyone noticing.
    if (unset.length === OIDC_VARIABLES.length) return;
    for (const name of unset) context.addIssue(missing(name));
  })
  .refine(({ DATABASE_URL, DATABASE_DIRECT_URL }) => DATABASE_URL || !DATABASE_DIRECT_URL, {
    // Otherwise migrations would go to one database and everything else to another.
    path: ["DATABASE_URL"],
  })
  .refine((config) => config.TROVELLA_EXTRACT_PROVIDER || !isExtractionNamed(config), {
    path: ["TROVELLA_EXTRACT_PROVIDER"],
  })
  .refine((config) => config.TROVELLA_EXTRACT_MODEL || !config.TROVELLA_EXTRACT_PROVIDER, {
    path: ["TROVELLA_EXTRACT_MODEL"],
  })
  .refine(
    (config) => config.TROVELLA_EXTRACT_API_KEY || config.TROVELLA_EXTRACT_PROVIDER !== "anthropic",
    { path: ["TROVELLA_EXTRACT_API_KEY"] },
  )
  .refine(
    (config) =>
      config.TROVELLA_EXTRACT_BASE_URL || config.TROVELLA_EXTRACT_PROVIDER !== "openai-compatible",
    { path: ["TROVELLA_EXTRACT_BASE_URL"] },
  );

const OIDC_VARIABLES = [
  "TROVELLA_OIDC_ISSUER",
  "TROVELLA_OIDC_CLIENT_ID",
  "TROVELLA_OIDC_CLIENT_SECRET",
] as const;

/** What decides which database a command works on. */
export const DATABASE_VARIABLES = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "TROVELLA_DATA_DIR",
] as const satisfies (keyof typeof CONFIG_SCHEMA.shape)[];

/** What decides which models searches and extractions ask. */
export const MODEL_VARIABLES = [
  "TROVELLA_EMBEDDER",
  "TROVELLA_EXTRACT_PROVIDER",
  "TROVELLA_EXTRACT_MODEL",
  "TROVELLA_EXTRACT_API_KEY",
  "TROVELLA_EXTRACT_BASE_URL",
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

/** Whoever sets one of these wants a model; half a setting would be none without anyone noticing. */
function isExtractionNamed(config: {
  readonly TROVELLA_EXTRACT_MODEL?: string | undefined;
  readonly TROVELLA_EXTRACT_API_KEY?: string | undefined;
  readonly TROVELLA_EXTRACT_BASE_URL?: string | undefined;
}): boolean {
  return Boolean(
    config.TROVELLA_EXTRACT_MODEL ??
      config.TROVELLA_EXTRACT_API_KEY ??
      config.TROVELLA_EXTRACT_BASE_URL,
  );
}

function isEmbedder(text: string): boolean {
  if (text === "local" || text === "none") return true;
  if (!isWebAddress(text)) return false;
  const { hash, searchParams } = new URL(text);
  return hash.length > 1 && /^[1-9]\d{1,4}$/.test(searchParams.get("dimensions") ?? "");
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\//.test(address) && URL.canParse(address);
}

/** As browsers write it: scheme, host and port alone. */
function isOrigin(text: string): boolean {
  return isWebAddress(text) && new URL(text).origin === text;
}

function isHost(host: string): boolean {
  const isName = host.length <= 253 && /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(host);
  return isIP(host) !== 0 || isName;
}
