import type { OrganizationLimits } from "@trovella/api";
import { EXTRACTION_PROVIDERS } from "@trovella/mcp/extraction-providers";
import { LIMITS } from "@trovella/plan-engine";
import { z } from "zod";
import {
  isDatabaseUrl,
  isEmbedder,
  isHost,
  isMailSender,
  isMailServerUrl,
  isOrigin,
  isPublicKey,
  isWebUrl,
} from "./config-values.ts";
import { documented, missingVariable, readVariables } from "./read-variables.ts";
import { isSecureUrl, isStrongSecret, teamProblems } from "./team-config.ts";

const DATABASE_URL_FORMAT =
  "a URL that begins with postgres:// or postgresql:// and names one host";
const MAX_STALL_MINUTES = LIMITS.stallThresholdMs / 60_000;
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const wholeNumber = () =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional();

/** All settings. The help of the command is generated from this schema. */
export const CONFIG_SCHEMA = z
  .object({
    TROVELLA_MODE: z.enum(["local", "team"]).default("local").register(documented, {
      description: "One local user without sign-in, or a team whose members and clients sign in",
      allowed: "local or team",
    }),
    DATABASE_URL: z.string().refine(isDatabaseUrl).optional().register(documented, {
      description:
        "PostgreSQL 15 or newer that stores all data; required in team mode unless the next says otherwise",
      allowed: DATABASE_URL_FORMAT,
      whenUnset: "the embedded PostgreSQL",
      secret: true,
    }),
    TROVELLA_TEAM_DATABASE: z.enum(["url", "embedded"]).default("url").register(documented, {
      description:
        "Where team mode keeps its data: in the database of DATABASE_URL, or in the embedded PostgreSQL of this one machine, as `trovella serve --team` sets it up",
      allowed: "url or embedded",
    }),
    DATABASE_DIRECT_URL: z.string().refine(isDatabaseUrl).optional().register(documented, {
      description: "The same database without a pooler in between, for migrations and backups",
      allowed: DATABASE_URL_FORMAT,
      whenUnset: "DATABASE_URL",
      secret: true,
    }),
    TROVELLA_DATA_DIR: z.string().min(1).optional().register(documented, {
      description: "Directory of the embedded PostgreSQL and of automatic backups",
      allowed: "a path",
      whenUnset: "~/.local/share/trovella, as root /var/lib/trovella",
    }),
    TROVELLA_FONT_DIR: z.string().min(1).optional().register(documented, {
      description:
        "Directory with fonts for PDF files: for scripts such as Chinese or Thai, and for the fonts of themes",
      allowed: "a path with .ttf, .otf or .ttc files",
      whenUnset: "Noto Sans and its like where the system keeps fonts",
    }),
    TROVELLA_PREPARED: z.enum(["on", "off"]).default("on").register(documented, {
      description:
        "Whether to use named prepared statements; turn off for a pooler older than PgBouncer 1.21",
      allowed: "on or off",
    }),
    TROVELLA_PUBLIC_URL: z.string().refine(isWebUrl).optional().register(documented, {
      description: "URL at which users reach the server, for links and sign-in",
      allowed:
        "a URL that begins with http:// or https://; in team mode required, without a path, and https:// unless it is a loopback address",
      whenUnset: "http://HOST:PORT",
    }),
    TROVELLA_SECRET: z.string().min(32).optional().register(documented, {
      description: "Key that seals questions and sessions; the same for all replicas",
      allowed:
        "at least 32 characters; in team mode required, and random as `openssl rand -base64 32` prints them",
      whenUnset: "a file in the data directory",
      secret: true,
    }),
    TROVELLA_OIDC_ISSUER: z.string().refine(isSecureUrl).optional().register(documented, {
      description: "OpenID Connect issuer for sign-in in team mode",
      allowed: "the issuer's https:// URL, set together with the next two",
      whenUnset: "none; people sign in with e-mail and password",
    }),
    TROVELLA_OIDC_CLIENT_ID: z.string().min(1).max(500).optional().register(documented, {
      description: "Client id of this server at that issuer",
      allowed: "a client id of the issuer",
      whenUnset: "none",
    }),
    TROVELLA_OIDC_CLIENT_SECRET: z.string().min(1).optional().register(documented, {
      description: "Client secret of this server at that issuer",
      allowed: "the secret of that client",
      whenUnset: "none",
      secret: true,
    }),
    TROVELLA_CLIENT_DOCUMENTS: z.enum(["on", "off"]).default("on").register(documented, {
      description:
        "Whether OAuth clients of team mode may be described by a document on the web, which the server fetches; otherwise they register themselves",
      allowed: "on or off; off for servers without access to the internet",
    }),
    TROVELLA_CAPTURE: z.enum(["on", "off"]).optional().register(documented, {
      description:
        "Whether the server fetches the web pages of stored sources, to check what is quoted from them",
      allowed: "on or off; off for servers without access to the internet",
      whenUnset: "on in local mode, off in team mode",
    }),
    TROVELLA_WEBHOOK_PRIVATE: z.enum(["refuse", "allow"]).optional().register(documented, {
      description:
        "Whether webhooks may lead to private networks, other ports than 443 and unencrypted targets",
      allowed: "refuse or allow",
      whenUnset: "allow in local mode, refuse in team mode",
    }),
    TROVELLA_SMTP_URL: z.string().refine(isMailServerUrl).optional().register(documented, {
      description: "Mail server by which people are notified",
      allowed:
        "a URL such as smtps://user:password@mail.example:465, or smtp:// for STARTTLS; set together with the next",
      whenUnset: "none; no e-mail is sent",
      secret: true,
    }),
    TROVELLA_MAIL_FROM: z.string().refine(isMailSender).optional().register(documented, {
      description: "Sender of those e-mails",
      allowed: "an address, or a name and an address such as Trovella <trovella@example.org>",
      whenUnset: "none",
    }),
    HTTPS_PROXY: z.string().optional().register(documented, {
      description: "HTTP proxy through which documents and pages are fetched and webhooks called",
      allowed: "a URL that begins with http://; any other is ignored",
      whenUnset: "none",
      secret: true,
    }),
    TROVELLA_PROXIES: z.string().regex(/^\d$/).transform(Number).default(0).register(documented, {
      description:
        "Number of your reverse proxies in front of the server, so that rate limits apply to the clients behind them",
      allowed: "a whole number from 0 to 9",
    }),
    TROVELLA_WEB_CLIENTS: z
      .string()
      .transform((text) => text.split(",").map((origin) => origin.trim()))
      .refine((origins) => origins.every(isOrigin))
      .default([])
      .register(documented, {
        description: "Origins of web pages whose MCP clients may call in team mode (CORS)",
        allowed: "origins such as https://client.example, separated by commas",
        whenUnset: "none",
      }),
    TROVELLA_ORGANIZATIONS: z.enum(["owners", "anyone"]).default("owners").register(documented, {
      description:
        "Who may create further organizations in team mode: owners of an organization, or every user",
      allowed: "owners or anyone",
    }),
    TROVELLA_SECURITY_LOG_DAYS: z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .refine((days) => days >= 1)
      .default(400)
      .register(documented, {
        description: "How long the security log of team mode is kept",
        allowed: "days, from 1 to 9999",
      }),
    TROVELLA_AUDIT_KEY_FILE: z.string().min(1).optional().register(documented, {
      description: "Ed25519 private key that signs audit checkpoints; the same for all replicas",
      allowed: "a PEM file as `openssl genpkey -algorithm ed25519` writes it",
      whenUnset: "a key derived from TROVELLA_SECRET",
    }),
    TROVELLA_AUDIT_OLD_KEYS: z
      .string()
      .transform((text) => text.split(",").map((key) => key.trim()))
      .refine((keys) => keys.every(isPublicKey))
      .default([])
      .register(documented, {
        description: "Public keys of audit checkpoints from before the secret was changed",
        allowed: "keys as `trovella audit key` prints them, separated by commas",
        whenUnset: "none",
      }),
    TROVELLA_STALL_MINUTES: z
      .string()
      .regex(/^\d{1,5}(\.\d{1,3})?$/)
      .transform(Number)
      .refine((minutes) => minutes >= 0.001 && minutes <= MAX_STALL_MINUTES)
      .default(30)
      .register(documented, {
        description: "Default time after which a silent step counts as stalled",
        allowed: `minutes, up to ${MAX_STALL_MINUTES}`,
      }),
    TROVELLA_DOCUMENT_AFTER_MINUTES: z
      .string()
      .regex(/^\d{1,5}(\.\d{1,3})?$/)
      .transform(Number)
      .refine((minutes) => minutes <= MAX_STALL_MINUTES)
      .default(30)
      .register(documented, {
        description:
          "Time after which the server composes the document of a plan that ended without one, from what is stored",
        allowed: `minutes, up to ${MAX_STALL_MINUTES}; 0 for never`,
      }),
    TROVELLA_EMBEDDER: z.string().refine(isEmbedder).default("local").register(documented, {
      description: "Embedding model for semantic search",
      allowed:
        "local, none, or an OpenAI-compatible URL with vector size and model, such as https://KEY@api.example/v1?dimensions=1536#model",
      secret: true,
    }),
    TROVELLA_EXTRACT_PROVIDER: z
      .enum(EXTRACTION_PROVIDERS)
      .optional()
      .register(documented, {
        description: "Provider of the language model for extract_data",
        allowed: EXTRACTION_PROVIDERS.join(" or "),
        whenUnset: "none; clients extract themselves",
      }),
    TROVELLA_EXTRACT_MODEL: z.string().min(1).max(200).optional().register(documented, {
      description: "Language model for extract_data",
      allowed: "a model of the provider",
      whenUnset: "none",
    }),
    TROVELLA_EXTRACT_API_KEY: z.string().min(1).optional().register(documented, {
      description: "API key of that provider",
      allowed: "an API key; required for anthropic",
      whenUnset: "none",
      secret: true,
    }),
    TROVELLA_EXTRACT_BASE_URL: z.string().refine(isWebUrl).optional().register(documented, {
      description: "Base URL of the provider's API",
      allowed: "a URL that begins with http:// or https://; required for openai-compatible",
      whenUnset: "Anthropic's",
    }),
    TROVELLA_EXTRACT_DAILY_TOKENS: wholeNumber().register(documented, {
      description: "Model tokens that extract_data may use for one organization in 24 hours",
      allowed: "a whole number; 0 for no limit",
      whenUnset: "2000000 in team mode, no limit in local mode",
    }),
    TROVELLA_SEARCH_AND_FETCH: z.enum(["on", "off"]).default("off").register(documented, {
      description:
        "Whether clients also get the tools search and fetch, in the form that ChatGPT's deep research and company knowledge need",
      allowed: "on or off",
    }),
    TROVELLA_STORAGE_BYTES: wholeNumber().register(documented, {
      description: "Bytes of the database that one organization may take, search index included",
      allowed: "a whole number; 0 for no limit",
      whenUnset: "10000000000 (10 GB) in team mode, no limit in local mode",
    }),
    TROVELLA_METRICS_TOKEN: z.string().refine(isStrongSecret).optional().register(documented, {
      description: "Bearer token with which Prometheus reads /metrics",
      allowed: "at least 32 characters, random as `openssl rand -hex 32` prints them",
      whenUnset: "none; team mode then has no /metrics",
      secret: true,
    }),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional().register(documented, {
      description:
        "OTLP/HTTP endpoint to which serve sends traces; OpenTelemetry's other variables apply",
      allowed: "a URL that begins with http:// or https://",
      whenUnset: "none; tracing is off",
    }),
    HOST: z.string().refine(isHost).default("127.0.0.1").register(documented, {
      description: "Host the server listens on",
      allowed: "an IP address or a host name",
    }),
    TROVELLA_HOSTS: z
      .string()
      .transform((text) => text.split(",").map((name) => name.trim().toLowerCase()))
      .refine((names) => names.every(isHost))
      .default([])
      .register(documented, {
        description:
          "More host names under which local mode is called; all others are refused (DNS rebinding)",
        allowed: "host names without a port, separated by commas",
        whenUnset: "loopback names and the host of TROVELLA_PUBLIC_URL",
      }),
    TROVELLA_LOCAL_NETWORK: z.enum(["refuse", "allow"]).default("refuse").register(documented, {
      description:
        "Whether local mode, which has no sign-in, may listen on a HOST that other computers reach",
      allowed: "refuse or allow",
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
        description: "Level of the log on stderr",
        allowed: `one of ${LOG_LEVELS.join(", ")}`,
      }),
  })
  .superRefine(
    (config, context) => {
      for (const name of teamProblems(config)) context.addIssue(missingVariable(name));
    },
    // Also when other values are invalid, so that all problems are reported at once.
    { when: () => true },
  )
  .superRefine((config, context) => {
    const unset = OIDC_VARIABLES.filter((name) => !config[name]);
    // An incomplete setting would silently have no effect.
    if (unset.length === OIDC_VARIABLES.length) return;
    for (const name of unset) context.addIssue(missingVariable(name));
  })
  .superRefine((config, context) => {
    const unset = MAIL_VARIABLES.filter((name) => !config[name]);
    if (unset.length === MAIL_VARIABLES.length) return;
    for (const name of unset) context.addIssue(missingVariable(name));
  })
  .refine(({ DATABASE_URL, DATABASE_DIRECT_URL }) => DATABASE_URL || !DATABASE_DIRECT_URL, {
    // Otherwise migrations would go to one database and everything else to another.
    path: ["DATABASE_URL"],
  })
  .refine(
    (config) =>
      config.TROVELLA_EXTRACT_PROVIDER || EXTRACTION_DETAILS.every((name) => !config[name]),
    {
      path: ["TROVELLA_EXTRACT_PROVIDER"],
    },
  )
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

const MAIL_VARIABLES = ["TROVELLA_SMTP_URL", "TROVELLA_MAIL_FROM"] as const;

export const DATABASE_VARIABLES = [
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "TROVELLA_DATA_DIR",
] as const satisfies (keyof typeof CONFIG_SCHEMA.shape)[];

export const AUDIT_VARIABLES = [
  ...DATABASE_VARIABLES,
  "TROVELLA_SECRET",
  "TROVELLA_PUBLIC_URL",
  "TROVELLA_AUDIT_KEY_FILE",
  "TROVELLA_AUDIT_OLD_KEYS",
] as const satisfies (keyof typeof CONFIG_SCHEMA.shape)[];

/** Each of these implies a model; an incomplete setting would silently have no effect. */
const EXTRACTION_DETAILS = [
  "TROVELLA_EXTRACT_MODEL",
  "TROVELLA_EXTRACT_API_KEY",
  "TROVELLA_EXTRACT_BASE_URL",
] as const;

export const MODEL_VARIABLES = [
  "TROVELLA_EMBEDDER",
  "TROVELLA_EXTRACT_PROVIDER",
  ...EXTRACTION_DETAILS,
] as const satisfies (keyof typeof CONFIG_SCHEMA.shape)[];

export type Config = z.output<typeof CONFIG_SCHEMA>;

/** A team's server reaches hosts that its users do not, so that its operator decides. */
export function fetchesSources({
  TROVELLA_CAPTURE: capture,
  TROVELLA_MODE: mode,
}: Config): boolean {
  return (capture ?? (mode === "team" ? "off" : "on")) === "on";
}

/** A team's server stands in a network that not every administrator of an organization may reach. */
export function allowsPrivateWebhooks({
  TROVELLA_WEBHOOK_PRIVATE: given,
  TROVELLA_MODE: mode,
}: Config): boolean {
  return (given ?? (mode === "team" ? "refuse" : "allow")) === "allow";
}

const TEAM_STORAGE_BYTES = 10_000_000_000;
const TEAM_DAILY_TOKENS = 2_000_000;

/** What one organization may use; null without a limit. */
export function organizationLimits(config: Config): OrganizationLimits {
  const isTeam = config.TROVELLA_MODE === "team";
  const limit = (given: number | undefined, teamDefault: number) =>
    (given ?? (isTeam ? teamDefault : 0)) || null;
  return {
    maxStoredBytes: limit(config.TROVELLA_STORAGE_BYTES, TEAM_STORAGE_BYTES),
    maxDailyTokens: limit(config.TROVELLA_EXTRACT_DAILY_TOKENS, TEAM_DAILY_TOKENS),
  };
}

type Environment = Record<string, string | undefined>;

/** Options of a command win over the environment, and the environment over the defaults. */
export function loadConfig(environment: Environment, options: Environment = {}): Config {
  return readVariables(CONFIG_SCHEMA, environment, options);
}
