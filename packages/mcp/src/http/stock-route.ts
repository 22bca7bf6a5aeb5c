import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AuthInfo,
  createMcpHandler,
  type McpServerFactory,
  ProtocolError,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { onceOver } from "./caller-presence.ts";
import { shuttingDown } from "./http-refusal.ts";
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
  const onerror = (error: Error) => {
    if (isFault(error)) onError(error);
  };
  const options = { onerror, ...(bus && { bus }) };
  const calls = createMcpHandler(createServer, options);
  // Closing a handler ends its subscriptions, but aborts its calls: those live in another one.
  const subscriptions = createMcpHandler(createServer, options);
  let areSubscriptionsOver = false;

  async function serve({ request, response, body, authInfo }: StockCall): Promise<void> {
    const isForSubscription = isSubscription(body);
    if (isForSubscription && areSubscriptionsOver) throw shuttingDown();
    const disconnect = new AbortController();
    onceOver(response, () => disconnect.abort());
    const webRequest = new Request(ADDRESS, {
      method: "POST",
      headers: webHeaders(request),
      signal: disconnect.signal,
    });
    const handler = isForSubscription ? subscriptions : calls;
    const reply = await handler.fetch(webRequest, { authInfo, parsedBody: body });
    await replyWithWebResponse(response, reply);
  }

  function endSubscriptions(): Promise<void> {
    areSubscriptionsOver = true;
    return subscriptions.close();
  }

  return { serve, endSubscriptions };
}

/** The SDK reports as well what it refuses, which the caller is told and nobody else needs to know. */
function isFault(error: Error): boolean {
  return !(error instanceof ProtocolError) && !error.message.startsWith("Rejected inbound request");
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
