/**
 * For addresses that programs in pages of any origin may ask (CORS). Without "credentials" browsers neither send cookies
 * there nor show the answers to requests that carried some.
 */
const OPEN = { "access-control-allow-origin": "*" };

const PREFLIGHT = {
  ...OPEN,
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers": "Authorization, Content-Type, MCP-Protocol-Version",
  "access-control-max-age": "600",
};

/** The answer to the question that a browser asks before it sends what a page wants to send. */
export function preflightResponse(): Response {
  return new Response(null, { status: 204, headers: PREFLIGHT });
}

export function openToAll(response: Response): Response {
  response.headers.set("access-control-allow-origin", OPEN["access-control-allow-origin"]);
  response.headers.set("access-control-expose-headers", "Retry-After, WWW-Authenticate");
  response.headers.set("cross-origin-resource-policy", "cross-origin");
  return response;
}
