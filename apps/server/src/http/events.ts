import type { Hono } from "hono";
import type { Authentication } from "./authentication/authentication.ts";
import type { EventStreams } from "./event-streams.ts";

export interface EventOptions extends Pick<Authentication, "callerOf" | "isStillAuthorized"> {
  readonly streams: EventStreams;
}

/** Server-sent events at `/api/events`; each names the topic that changed and carries no data. */
export function addEvents(app: Hono, { streams, callerOf, isStillAuthorized }: EventOptions): void {
  app.get("/api/events", async (context) => {
    const { url, headers } = context.req.raw;
    const request = new Request(url, { headers });
    const caller = await callerOf(request);
    if (!caller.permissions.has("read")) {
      return context.json({ error: "FORBIDDEN", message: "You may not read here." }, 403);
    }
    const stream = streams.add(caller, () => isStillAuthorized(request, caller));
    if (!stream) {
      const message = "Too many live connections. Next: close some tabs.";
      return context.json({ error: "UNAVAILABLE", message }, 503, { "Retry-After": "30" });
    }
    return context.body(stream, 200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      // nginx buffers events otherwise.
      "X-Accel-Buffering": "no",
    });
  });
}
