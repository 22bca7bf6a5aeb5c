import type { MiddlewareHandler } from "hono";

const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const DEFAULTS = {
  "cache-control": "no-store",
  "content-security-policy": NOTHING,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  pragma: "no-cache",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Responses are not cached, embedded or sniffed, and load nothing. Headers that a handler has set win. */
export const responseHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(DEFAULTS)) {
    if (!context.res.headers.has(name)) context.header(name, value);
  }
};
