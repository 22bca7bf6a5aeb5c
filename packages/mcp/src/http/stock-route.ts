import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AuthInfo,
  createMcpHandler,
  type McpServerFactory,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { onceOver } from "./caller-presence.ts";
import { replyWithWebResponse } from "./web-response.ts";

interface StockRouteOptions {
  readonly createServer: McpServerFactory;
  readonly bus?: ServerEventBus;
  readonly onError: (error: unknown) => void;
}

interface StockCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: unknown;
  readonly authInfo: AuthInfo;
}

/** Handlers have no use for the address they were called at, and callers could write anything there. */
const ADDRESS = "http://localhost/mcp";

/** Everything the fast route leaves alone, served by the SDK's own handler. */
export function createStockRoute({ createServer, bus, onError }: StockRouteOptions) {
  const options = { onerror: onError, ...(bus && { bus }) };
  const calls = createMcpHandler(createServer, options);
  // Closing a handler ends its subscriptions, but aborts its calls: those live in another one.
  const subscriptions = createMcpHandler(createServer, options);

  async function serve({ request, response, body, authInfo }: StockCall): Promise<void> {
    const disconnect = new AbortController();
    onceOver(response, () => disconnect.abort());
    const handler = isSubscription(body) ? subscriptions : calls;
    const webRequest = new Request(ADDRESS, {
      method: "POST",
      headers: webHeaders(request),
      signal: disconnect.signal,
    });
    const reply = await handler.fetch(webRequest, { authInfo, parsedBody: body });
    await replyWithWebResponse(response, reply);
  }

  return { serve, endSubscriptions: () => subscriptions.close() };
}

function isSubscription(body: unknown): boolean {
  return (
    typeof body === "object" &&
    body !== null &&
    "method" in body &&
    body.method === "subscriptions/listen"
  );
}

function webHeaders({ headers }: IncomingMessage): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // We keep no sessions, so a caller's id for one means nothing.
    if (value === undefined || name === "mcp-session-id") continue;
    result.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return result;
}
