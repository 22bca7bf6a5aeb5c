import { createHash, timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import { EXPOSITION_TYPE } from "../metrics/server-metrics.ts";

export interface MetricsOptions {
  /** The bearer token that a scraper must send; null when none is needed. */
  readonly token: string | null;
  text(): string | Promise<string>;
}

/** For Prometheus: `/metrics`. */
export function addMetrics(app: Hono, { token, text }: MetricsOptions): void {
  app.get("/metrics", async (context) => {
    if (token !== null && !isBearer(context.req.header("authorization"), token)) {
      const message =
        "Metrics need a token. Next: send TROVELLA_METRICS_TOKEN as Authorization: Bearer.";
      return context.json({ error: "UNAUTHENTICATED", message }, 401, {
        "WWW-Authenticate": "Bearer",
      });
    }
    return context.body(await text(), 200, {
      "Content-Type": EXPOSITION_TYPE,
      "Cache-Control": "no-store",
    });
  });
}

/** Compares in constant time, against timing attacks. */
function isBearer(header: string | undefined, token: string): boolean {
  const [, sent = ""] = /^bearer +(\S+)$/i.exec(header ?? "") ?? [];
  return timingSafeEqual(digest(sent), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
