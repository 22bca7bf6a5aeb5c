import type { IncomingMessage, ServerResponse } from "node:http";
import {
  type AuthInfo,
  McpServer,
  type McpServerFactory,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { type AdmissionRules, checkForm, checkSource } from "./admission.ts";
import { isOver } from "./caller-presence.ts";
import { DirectTransport } from "./direct-transport.ts";
import { type FastCall, fastCallOf } from "./fast-route.ts";
import { HttpRefusal, internalError, shuttingDown } from "./http-refusal.ts";
import { trackInFlight } from "./in-flight-requests.ts";
import { replyWithRefusal } from "./node-reply.ts";
import { CallerGone, hasUnreadBody, readJsonBody } from "./request-body.ts";
import { createStockRoute } from "./stock-route.ts";

export { HttpRefusal } from "./http-refusal.ts";

export interface McpHttpOptions extends AdmissionRules {
  /**
   * A fresh server for one request; the same one serves both protocol eras. Low-level servers are
   * several times faster than an `McpServer` and must list 2026-07-28 among the versions they
   * support. The web request is not always among what the factory and its handlers are given.
   */
  readonly createServer: McpServerFactory;
  /** Who calls, handed to handlers as `context.http.authInfo`; throws HttpRefusal for nobody known. */
  readonly authenticate: (request: IncomingMessage) => AuthInfo | Promise<AuthInfo>;
  /** Whether the caller may send this message at all; throws HttpRefusal where another token would be needed. */
  readonly authorize?: (authInfo: AuthInfo, message: unknown) => void;
  readonly onError: (error: unknown) => void;
  /** Where changes are published that open subscriptions wait for. */
  readonly bus?: ServerEventBus;
}

export interface McpHttp {
  /** Answers a request of any method; never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Requests being answered right now, open subscriptions among them. */
  readonly inFlight: number;
  /**
   * Ends open subscriptions and refuses new requests; resolves when those in flight are answered or
   * the time is over.
   */
  drain(timeoutMs: number): Promise<void>;
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: unknown;
  readonly authInfo: AuthInfo;
}

/** MCP over HTTP without sessions, for the revision 2026-07-28 and those of 2025. */
export function createMcpHttp(options: McpHttpOptions): McpHttp {
  const { createServer, authenticate, onError } = options;
  const stock = createStockRoute(options);
  const flights = trackInFlight();
  let isDraining = false;
  let isFastRouteOpen = true;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body: unknown;
    try {
      checkSource(request, options);
      if (isDraining) throw shuttingDown();
      const authInfo = await authenticate(request);
      checkForm(request);
      body = await readJsonBody(request);
      options.authorize?.(authInfo, body);
      await serve({ request, response, body, authInfo });
    } catch (error) {
      if (error instanceof CallerGone) return;
      const isRefusal = error instanceof HttpRefusal;
      if (!isRefusal) onError(error);
      replyWithRefusal(response, {
        refusal: isRefusal ? error : internalError(),
        id: idOf(body),
        hasUnreadBody: hasUnreadBody(request),
      });
    }
  }

  async function serve(call: Call): Promise<void> {
    if (isOver(call.response)) return;
    const fast = isFastRouteOpen ? fastCallOf(call.request.headers, call.body) : undefined;
    if (!fast || !(await serveDirectly(fast, call))) await stock.serve(call);
  }

  /** False when the factory makes servers that only the SDK's own handler can serve. */
  async function serveDirectly(fast: FastCall, { response, authInfo }: Call): Promise<boolean> {
    const server = await createServer({ era: fast.classification.era, authInfo });
    if (server instanceof McpServer) {
      // It checks scopes and header parameters before a call, by ways that are not open to us.
      isFastRouteOpen = false;
      return false;
    }
    const transport = new DirectTransport({ call: fast, response, onError });
    await server.connect(transport);
    const isAllDone = await transport.exchange(authInfo);
    // Ending a server costs more than creating it, so it is left out where there is nothing to end.
    if (isAllDone) server.onclose?.();
    else await server.close();
    return true;
  }

  return {
    handle: (request, response) =>
      flights.during(() => answer(request, response)).catch(() => void response.destroy()),
    get inFlight() {
      return flights.count;
    },
    async drain(timeoutMs) {
      isDraining = true;
      await stock.endSubscriptions();
      await flights.allLanded(timeoutMs);
    },
  };
}

function idOf(body: unknown): string | number | null {
  const id = typeof body === "object" && body !== null && "id" in body ? body.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
