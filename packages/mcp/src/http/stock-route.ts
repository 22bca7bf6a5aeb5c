import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AuthInfo,
  createMcpHandler,
  type McpServerFactory,
  ProtocolError,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { shuttingDown } from "./http-refusal.ts";
import { onResponseClosed } from "./response-closed.ts";
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

/** Handlers do not use the URL, and the client controls it. */
const REQUEST_URL = "http://localhost/mcp";

/** Serves by the SDK's own handler, for every request that is not a FastCall. */
export function createStockRoute({ createServer, bus, onError }: StockRouteOptions) {
  const onerror = (error: Error) => {
    if (isUnexpected(error)) onError(error);
  };
  const options = { onerror, ...(bus && { bus }) };
  const calls = createMcpHandler(createServer, options);
  // Closing a handler ends its subscriptions but also aborts its calls, so each kind has a handler of its own.
  const subscriptions = createMcpHandler(createServer, options);
  let areSubscriptionsClosed = false;

  async function serve({ request, response, body, authInfo }: StockCall): Promise<void> {
    const isForSubscription = isSubscription(body);
    if (isForSubscription && areSubscriptionsClosed) throw shuttingDown();
    const disconnect = new AbortController();
    onResponseClosed(response, () => disconnect.abort());
    const webRequest = new Request(REQUEST_URL, {
      method: "POST",
      headers: webHeaders(request),
      signal: disconnect.signal,
    });
    const handler = isForSubscription ? subscriptions : calls;
    const reply = await handler.fetch(webRequest, { authInfo, parsedBody: body });
    await replyWithWebResponse(response, reply);
  }

  function endSubscriptions(): Promise<void> {
    areSubscriptionsClosed = true;
    return subscriptions.close();
  }

  return { serve, endSubscriptions };
}

/** The SDK also reports requests that it refused, which only concern the client. */
function isUnexpected(error: Error): boolean {
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
    // There are no sessions, so a session id means nothing.
    if (value === undefined || name === "mcp-session-id") continue;
    result.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return result;
}
