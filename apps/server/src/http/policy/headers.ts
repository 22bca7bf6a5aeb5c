import type { MiddlewareHandler } from "hono";

/** For API replies: nothing may be loaded, framed or cached. */
export const SECURITY_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** For the console: scripts and styles from its own files only, none inline. */
export const CONSOLE_HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  // With "no-referrer" browsers send forms, such as sign-out, with the origin "null".
  "Referrer-Policy": "same-origin",
};

/** For an output shown as a page: sandboxed, without scripts and external resources. */
export const OUTPUT_PAGE_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
};

/** For a report that a link opens without sign-in: found by no search engine, and telling nobody where it was read. */
export const SHARED_PAGE_HEADERS = {
  ...OUTPUT_PAGE_HEADERS,
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow, noarchive",
};

/** A year. Subdomains are not ours to speak for. */
const STRICT_TRANSPORT_SECURITY = "max-age=31536000";

/** The defaults, which routes may override. Hono's secureHeaders() would overwrite those of the route. */
export function securityHeaders(publicOrigin: string | null): MiddlewareHandler {
  const isHttps = publicOrigin?.startsWith("https:") ?? false;
  return async (context, next) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value);
    await next();
    // Afterwards: the responses of sign-in bring all their headers with them.
    if (isHttps) context.header("Strict-Transport-Security", STRICT_TRANSPORT_SECURITY);
  };
}
