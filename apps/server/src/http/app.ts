import { isDatabaseUnavailable } from "@trovella/db";
import { AppError } from "@trovella/foundation";
import { DATABASE_RETRY_SECONDS } from "@trovella/research";
import { Hono, type MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { ABOUT } from "../about.ts";
import { logUnavailable } from "../logger.ts";
import { type ApiOptions, addApi } from "./add-api.ts";
import { AuthenticationRefusal } from "./authentication/authentication-refusal.ts";
import { CONSOLE_FILES, consolePages } from "./console.ts";
import { addDocumentImport, type DocumentImportOptions } from "./document-import.ts";
import { addEvents, type EventOptions } from "./events.ts";
import { addExchange, type ExchangeOptions } from "./exchange.ts";
import { addIdentity, type IdentityRoutes } from "./identity-routes.ts";
import { addMetrics, type MetricsOptions } from "./metrics.ts";
import { addOtlpMetrics, type OtlpOptions } from "./otlp-metrics.ts";
import { addOutputs, type OutputOptions } from "./outputs.ts";
import { securityHeaders } from "./policy/headers.ts";
import type { HttpPolicy } from "./policy/http-policy.ts";
import { requireAllowedSource } from "./policy/http-policy.ts";
import { addShare, type ShareOptions } from "./share.ts";

interface AppOptions {
  policy: HttpPolicy;
  logger: Logger;
  /** The reasons why the server is not ready, as sentences; empty when it is. */
  obstacles: () => Promise<string[]>;
  outputs: OutputOptions;
  /** Export and import. Optional for tests. */
  exchange?: Omit<ExchangeOptions & DocumentImportOptions, "publicOrigin">;
  /** Reports that links open without sign-in. Optional for tests. */
  share?: ShareOptions;
  /** Optional for tests. */
  api?: Omit<ApiOptions, "publicOrigin">;
  /** Sign-in and OAuth; null in local mode, which has neither. */
  identity?: IdentityRoutes | null;
  events?: EventOptions;
  /** The public keys of audit checkpoints, the current one first. */
  auditKeys?: readonly Buffer[];
  /** Null when they are not exposed. */
  metrics?: MetricsOptions | null;
  /** Usage of AI clients. Optional for tests. */
  usage?: OtlpOptions;
  /** The cookie that the console's page sets, in local mode. */
  consoleCookie?: (request: Request) => string | null;
  /** Answers a challenge as only this server can; null for what is no challenge. */
  prove?: (challenge: string | undefined) => string | null;
  /** The folder of the built console, if it is not the default. */
  consoleFiles?: string;
}

const MAX_SHOWN_PATH = 200;
/** The version of Node.js would help an attacker of a team's server, where this needs no credential. */
const PUBLIC_ABOUT = { name: ABOUT.name, version: ABOUT.version };
const RETRY_SECONDS = 5;
const UNAVAILABLE = `The database is temporarily unavailable. Next: send the request again in ${DATABASE_RETRY_SECONDS} seconds; a call with the same idempotencyKey takes effect once.`;

/** Everything that the server serves over HTTP, except MCP. */
export function createApp({
  policy,
  logger,
  obstacles,
  outputs,
  exchange,
  share,
  api,
  events,
  identity = null,
  auditKeys = [],
  metrics = null,
  usage,
  consoleCookie,
  prove,
  consoleFiles = CONSOLE_FILES,
}: AppOptions): Hono {
  const app = new Hono();

  app.use(securityHeaders(policy.publicOrigin));
  app.use(logRequests(logger));
  app.use(
    requireAllowedSource(policy, (path) => identity?.identity.allowsAnyOrigin(path) ?? false),
  );

  app.get("/healthz", (context) => {
    const proof = prove?.(context.req.query("challenge")) ?? null;
    return context.json({ status: "ok", ...(proof !== null && { proof }) });
  });
  app.get("/readyz", async (context) => {
    const reasons = await obstacles();
    if (reasons.length === 0) return context.json({ status: "ready" });
    return context.json({ status: "not_ready", reasons }, 503);
  });
  app.get("/version", (context) => context.json(identity ? PUBLIC_ABOUT : ABOUT));
  app.get("/.well-known/trovella-audit.json", (context) => context.json(auditDocument(auditKeys)));
  if (metrics) addMetrics(app, metrics);
  if (identity) addIdentity(app, identity);
  addOutputs(app, outputs);
  if (exchange) {
    addExchange(app, { ...exchange, publicOrigin: policy.publicOrigin });
    addDocumentImport(app, { ...exchange, publicOrigin: policy.publicOrigin });
  }
  if (share) addShare(app, share);
  if (api) addApi(app, { ...api, publicOrigin: policy.publicOrigin });
  if (events) addEvents(app, events);
  if (usage) addOtlpMetrics(app, usage);

  const consolePage = consolePages(consoleFiles, consoleCookie);
  app.notFound((context) => {
    const page = consolePage(context);
    if (page) return page;
    const path = context.req.path.slice(0, MAX_SHOWN_PATH);
    const message = `There is nothing at ${context.req.method} ${path}.`;
    return context.json({ error: "NOT_FOUND", message }, 404);
  });

  app.onError((error, context) => {
    if (error instanceof AuthenticationRefusal) {
      const { status, message, headers } = error;
      return context.json({ error: error.error, message }, status, headers);
    }
    if (error instanceof AppError && error.code === "RATE_LIMITED") {
      const { retryAfterSeconds = RETRY_SECONDS } = error.details;
      const headers = { "Retry-After": String(retryAfterSeconds) };
      return context.json({ error: error.code, message: error.message }, 429, headers);
    }
    if (isDatabaseUnavailable(error)) {
      logUnavailable(logger, error);
      const headers = { "Retry-After": String(DATABASE_RETRY_SECONDS) };
      return context.json({ error: "UNAVAILABLE", message: UNAVAILABLE }, 503, headers);
    }
    const path = shownPath(context.req.path);
    logger.error({ error, method: context.req.method, path }, "request failed");
    return context.json({ error: "INTERNAL", message: "Something went wrong on the server." }, 500);
  });

  return app;
}

/** With what anybody can check the checkpoints of this server. */
function auditDocument(keys: readonly Buffer[]) {
  const [publicKey = null, ...oldKeys] = keys.map((key) => key.toString("base64"));
  return { algorithm: "Ed25519", publicKey, oldKeys };
}

/** The path of a public link is its secret. */
function shownPath(path: string): string {
  return path.startsWith("/share/") ? "/share/…" : path;
}

function logRequests(logger: Logger): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { method } = context.req;
    const path = shownPath(context.req.path);
    logger.debug({ method, path, status: context.res.status }, "request answered");
  };
}
