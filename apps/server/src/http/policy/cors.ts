import type { IncomingMessage, ServerResponse } from "node:http";

const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers":
    "Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id",
  "Access-Control-Max-Age": "600",
};

/**
 * Adds CORS headers for MCP clients in web pages of these origins; true when it answered a preflight request. MCP takes
 * bearer tokens only, so a page can do no more than its own token allows. The MCP path bypasses Hono and its cors().
 */
export function applyCors(
  { method, headers: { origin = "" } }: Pick<IncomingMessage, "method" | "headers">,
  response: ServerResponse,
  origins: readonly string[],
): boolean {
  if (!origins.includes(origin)) return false;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Vary", "Origin");
  response.setHeader("Access-Control-Expose-Headers", "Retry-After, WWW-Authenticate");
  if (method !== "OPTIONS") return false;
  response.writeHead(204, PREFLIGHT_HEADERS).end();
  return true;
}
