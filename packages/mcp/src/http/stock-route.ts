import type { IncomingMessage, ServerResponse } from "node:http";
import {
  createMcpHandler,
  type McpServerFactory,
  ProtocolError,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import type { SubscriptionBus } from "../resources/plan-bus.ts";
import type { Authorized } from "./authorized.ts";
import { shuttingDown } from "./http-refusal.ts";
import { onResponseClosed } from "./response-closed.ts";
import { replyWithWebResponse } from "./web-response.ts";

interface StockRouteOptions {
  readonly createServer: McpServerFactory;
  readonly bus?: ServerEventBus;
  /** The bus of one subscription, if it has one of its own; throws HttpRefusal at the caller's limit. */
  readonly busOf?: (authInfo: Authorized, body: unknown) => SubscriptionBus;
  readonly onError: (error: unknown) => void;
}

interface StockCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: unknown;
  readonly authInfo: Authorized;
}

/** A subscription outlives the authentication of its request. */
const AUTHORIZATION_CHECK_MS = 10_000;

/** Handlers do not use the URL, and the client controls it. */
const REQUEST_URL = "http://localhost/mcp";

/** Serves by the SDK's own handler, for every request that is not a FastCall. */
export function createStockRoute({ createServer, bus, busOf, onError }: StockRouteOptions) {
  const onerror = (error: Error) => {
    if (isUnexpected(error)) onError(error);
  };
  const calls = createMcpHandler(createServer, { onerror, ...(bus && { bus }) });
  // Closing a handler ends its subscriptions but also aborts its calls, so each subscription has a handler of its own.
  const subscriptions = new Set<ReturnType<typeof createMcpHandler>>();
  let areSubscriptionsClosed = false;

  async function serve(call: StockCall): Promise<void> {
    if (!isSubscription(call.body)) return serveBy(calls, call);
    if (areSubscriptionsClosed) throw shuttingDown();
    const ownBus = busOf?.(call.authInfo, call.body);
    const usedBus = ownBus ?? bus;
    const handler = createMcpHandler(createServer, { onerror, ...(usedBus && { bus: usedBus }) });
    subscriptions.add(handler);
    const check = setInterval(() => endIfRevoked(handler, call), AUTHORIZATION_CHECK_MS);
    onResponseClosed(call.response, () => {
      clearInterval(check);
      ownBus?.close();
      subscriptions.delete(handler);
    });
    await serveBy(handler, call);
  }

  async function serveBy(
    handler: ReturnType<typeof createMcpHandler>,
    { request, response, body, authInfo }: StockCall,
  ): Promise<void> {
    const disconnect = new AbortController();
    onResponseClosed(response, () => disconnect.abort());
    const webRequest = new Request(REQUEST_URL, {
      method: "POST",
      headers: webHeaders(request),
      signal: disconnect.signal,
    });
    const reply = await handler.fetch(webRequest, { authInfo, parsedBody: body });
    await replyWithWebResponse(response, reply);
  }

  /** Fails closed; the client subscribes again when the check works again. */
  async function endIfRevoked(
    handler: ReturnType<typeof createMcpHandler>,
    { authInfo: { isStillAuthorized = () => Promise.resolve(true) } }: StockCall,
  ): Promise<void> {
    const isAllowed = await isStillAuthorized().catch(() => false);
    if (!isAllowed) await handler.close();
  }

  async function endSubscriptions(): Promise<void> {
    areSubscriptionsClosed = true;
    await Promise.all([...subscriptions].map((handler) => handler.close()));
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
