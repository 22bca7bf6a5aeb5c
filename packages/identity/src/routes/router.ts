import { Hono } from "hono";
import { identifySession } from "./record-sign-in.ts";
import { responseHeaders } from "./response-headers.ts";
import type { RouteEnv, RouteParts } from "./route-context.ts";

export type Router = Hono<RouteEnv>;

const MAX_SHOWN_PATH_LENGTH = 200;

/** An app whose handlers find their parts in `context.var`. Errors are the caller's to report. */
export function createRouter({ settings, signIn, clients }: RouteParts): Router {
  const app: Router = new Hono();
  app.use(responseHeaders);
  app.use(async (context, next) => {
    let session: ReturnType<typeof signIn.sessionIn> | undefined;
    context.set("settings", settings);
    context.set("signIn", signIn);
    context.set("clients", clients);
    context.set("session", () => {
      session ??= signIn.sessionIn(context.req.header("cookie") ?? "").then((found) => {
        if (found) identifySession(found);
        return found;
      });
      return session;
    });
    await next();
  });
  app.notFound((context) => {
    const message = `There is nothing at ${context.req.path.slice(0, MAX_SHOWN_PATH_LENGTH)}.`;
    return context.json({ error: "NOT_FOUND", message }, 404);
  });
  app.onError((error) => {
    throw error;
  });
  return app;
}

/** Answers 405 for the methods that a path does not have; to be called after all routes are there. */
export function refuseOtherMethods(app: Router): void {
  for (const [path, methods] of methodsByPath(app)) {
    const allowed = [...methods].join(", ");
    const allow = methods.has("GET") ? `${allowed}, HEAD` : allowed;
    const body = { error: "INVALID_INPUT", message: `This URL accepts ${allowed}.` };
    app.all(path, (context) => context.json(body, 405, { allow }));
  }
}

/** The routes of an app without its middleware. */
export function methodsByPath({ routes }: Router): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { path, method } of routes) {
    if (method !== "ALL") found.set(path, (found.get(path) ?? new Set()).add(method));
  }
  return found;
}
