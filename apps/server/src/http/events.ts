import type { Hono } from "hono";
import type { Door } from "./authentication/authentication.ts";
import type { EventStreams } from "./event-streams.ts";

export interface EventOptions extends Pick<Door, "callerOf" | "isStill"> {
  readonly streams: EventStreams;
}

/** What changes, as it changes: `/api/events`, as server-sent events that name a topic and say no more. */
export function addEvents(app: Hono, { streams, callerOf, isStill }: EventOptions): void {
  app.get("/api/events", async (context) => {
    const { url, headers } = context.req.raw;
    const request = new Request(url, { headers });
    const caller = await callerOf(request);
    if (!caller.permissions.has("read")) {
      return context.json({ error: "FORBIDDEN", message: "You may not read here." }, 403);
    }
    const stream = streams.add(caller.tenant, () => isStill(request, caller));
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
