import { Hono } from "hono";
import type { Logger } from "pino";
import { ABOUT } from "../about.ts";
import { AuthenticationRefusal } from "./authentication/authentication-refusal.ts";
import { CONSOLE_FILES, consolePages } from "./console.ts";
import { addEvents, type EventOptions } from "./events.ts";
import { addIdentity, type IdentityRoutes } from "./identity-routes.ts";
import { addMetrics, type MetricsOptions } from "./metrics.ts";
import { addOutputs, type OutputOptions } from "./outputs.ts";
import { SECURITY_HEADERS } from "./policy/headers.ts";
import { type ApiOptions, addApi } from "./trpc.ts";

interface AppOptions {
  isAllowedHost: (host: string) => boolean;
  isAllowedOrigin: (origin: string) => boolean;
  logger: Logger;
  /** Why the server cannot do its work, in sentences; none when it can. */
  obstacles: () => Promise<string[]>;
  outputs: OutputOptions;
  /** Left out where only the rest is looked at. */
  api?: ApiOptions;
  /** Sign-in and OAuth; null in local mode, which has neither. */
  identity?: IdentityRoutes | null;
  events?: EventOptions;
  /** Null where nobody may read them. */
  metrics?: MetricsOptions | null;
  /** The folder with the built console, if it is not where the build puts it. */
  consoleFiles?: string;
}

const SHOWN_PATH_CHARACTERS = 200;

/** Everything the server answers over HTTP. */
export function createApp({
  isAllowedHost,
  isAllowedOrigin,
  logger,
  obstacles,
  outputs,
  api,
  events,
  identity = null,
  metrics = null,
  consoleFiles = CONSOLE_FILES,
}: AppOptions): Hono {
  const app = new Hono();

  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value);
    await next();
    logger.debug(
      { method: context.req.method, path: context.req.path, status: context.res.status },
      "request answered",
    );
  });

  // A web page can point a name of its own at 127.0.0.1 (DNS rebinding) and would then read our
  // answers; the Host header still carries that name.
  app.use(async (context, next) => {
    if (!isAllowedHost(context.req.header("host") ?? "")) {
      const message = "This server answers only as localhost, 127.0.0.1 or [::1].";
      return context.json({ error: "FORBIDDEN", message }, 403);
    }
    const origin = context.req.header("origin");
    const isForAll = identity?.identity.isForPrograms(context.req.path);
    if (origin !== undefined && !isForAll && !isAllowedOrigin(origin)) {
      const message = "This server answers only to its own pages.";
      return context.json({ error: "FORBIDDEN", message }, 403);
    }
    return next();
  });

  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    const reasons = await obstacles();
    if (reasons.length === 0) return context.json({ status: "ready" });
    return context.json({ status: "not_ready", reasons }, 503);
  });
  app.get("/version", (context) => context.json(ABOUT));
  if (metrics) addMetrics(app, metrics);
  if (identity) addIdentity(app, identity);
  addOutputs(app, outputs);
  if (api) addApi(app, api);
  if (events) addEvents(app, events);

  const consolePage = consolePages(consoleFiles);
  app.notFound((context) => {
    const page = consolePage(context);
    if (page) return page;
    const path = context.req.path.slice(0, SHOWN_PATH_CHARACTERS);
    const message = `There is nothing at ${context.req.method} ${path}.`;
    return context.json({ error: "NOT_FOUND", message }, 404);
  });

  app.onError((error, context) => {
    if (error instanceof AuthenticationRefusal) {
      const { status, message, headers } = error;
      return context.json({ error: error.error, message }, status, headers);
    }
    logger.error({ error, method: context.req.method, path: context.req.path }, "request failed");
    return context.json({ error: "INTERNAL", message: "Something went wrong on the server." }, 500);
  });

  return app;
}
