import { isSameOrigin } from "@trovella/foundation";

const SAFE_METHODS = ["GET", "HEAD"];

/**
 * CSRF protection for session cookies, which browsers attach to requests of any page. Hono's csrf() does not fit: it
 * checks forms only, and the API takes JSON.
 */
export function isSafeOrSameOrigin(request: Request, publicOrigin: string): boolean {
  return SAFE_METHODS.includes(request.method) || isSameOrigin(request, publicOrigin);
}

/**
 * CSRF protection that needs no credential, for local mode: a request of a page must be same-origin, so that other
 * servers' pages on this computer change nothing. Programs send neither Origin nor Sec-Fetch-Site.
 */
export function isSameOriginOrProgram(request: Request, publicOrigin: string | null): boolean {
  const { headers } = request;
  const site = headers.get("sec-fetch-site");
  if (headers.get("origin") === null && (site === null || site === "none")) return true;
  return isOwnPage(request, publicOrigin);
}

/** Whether the request was sent by a page of this server, under any of its names. */
export function isOwnPage(request: Request, publicOrigin: string | null): boolean {
  const host = request.headers.get("host");
  // Behind a proxy that terminates TLS, the scheme of the page is not that of the request.
  const origins = [`http://${host}`, `https://${host}`, ...(publicOrigin ? [publicOrigin] : [])];
  return origins.some((origin) => isSameOrigin(request, origin));
}
