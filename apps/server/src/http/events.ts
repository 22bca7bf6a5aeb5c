import type { Tenant } from "@trovella/db";
import type { Hono } from "hono";
import type { EventStreams } from "./event-streams.ts";

interface Watcher {
  readonly tenant: Tenant;
  readonly permissions: ReadonlySet<string>;
}

export interface EventOptions {
  readonly streams: EventStreams;
  /** On whose behalf a request is made; null when nobody is signed in. */
  callerOf(request: Request): Watcher | null | Promise<Watcher | null>;
}

/** What changes, as it changes: `/api/events`, as server-sent events that name a topic and say no more. */
export function addEvents(app: Hono, { streams, callerOf }: EventOptions): void {
  app.get("/api/events", async (context) => {
    const caller = await callerOf(context.req.raw);
    if (!caller?.permissions.has("read")) {
      const message = caller ? "You may not read here." : "Sign in first.";
      return context.json({ error: "FORBIDDEN", message }, caller ? 403 : 401);
    }
    const stream = streams.add(caller.tenant);
    if (!stream) {
      const message = "Too many windows watch already. Next: close some, or reload now and then.";
      return context.json({ error: "UNAVAILABLE", message }, 503, { "Retry-After": "30" });
    }
    return context.body(stream, 200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      // Proxies such as nginx would keep events until there are many of them.
      "X-Accel-Buffering": "no",
    });
  });
}
