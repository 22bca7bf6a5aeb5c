import type { IncomingMessage, ServerResponse } from "node:http";

const ALLOWED = {
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers":
    "Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id",
  "Access-Control-Max-Age": "600",
};

/**
 * MCP clients that run in web pages: those of the named origins may call, and no others. Only tokens count for MCP, so a
 * page gets no further than what it holds. True when the request was a browser's question beforehand, which is answered then.
 */
export function greetWebClient(
  { method, headers: { origin = "" } }: Pick<IncomingMessage, "method" | "headers">,
  response: ServerResponse,
  origins: readonly string[],
): boolean {
  if (!origins.includes(origin)) return false;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Vary", "Origin");
  response.setHeader("Access-Control-Expose-Headers", "Retry-After, WWW-Authenticate");
  if (method !== "OPTIONS") return false;
  response.writeHead(204, ALLOWED).end();
  return true;
}
