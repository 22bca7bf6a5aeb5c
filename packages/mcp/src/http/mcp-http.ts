import type { IncomingMessage, ServerResponse } from "node:http";
import {
  McpServer,
  type McpServerFactory,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import { isDatabaseUnavailable } from "@trovella/db";
import type { Caller } from "@trovella/research";
import { neededPermission } from "../calls/needed-permission.ts";
import type { SubscriptionBus } from "../resources/plan-bus.ts";
import type { Authorized } from "./authorized.ts";
import { DirectTransport } from "./direct-transport.ts";
import { type FastCall, parseFastCall } from "./fast-call.ts";
import {
  batchRefused,
  databaseUnavailable,
  HttpRefusal,
  internalError,
  shuttingDown,
} from "./http-refusal.ts";
import { replyWithRefusal } from "./node-reply.ts";
import { ClientDisconnected, readJsonBody, requireJsonPost } from "./request-body.ts";
import { isResponseClosed } from "./response-closed.ts";
import { createStockRoute } from "./stock-route.ts";

export interface McpHttpOptions {
  /**
   * Makes a server for one request; the same one serves both protocol eras. Low-level servers are several times faster
   * than an `McpServer` and must list 2026-07-28 among the versions they support. On the fast route neither the factory
   * nor its handlers are given a web request.
   */
  readonly createServer: McpServerFactory;
  /** Makes one that only needs to serve calls of tools; the other one if left out. */
  readonly createCallServer?: McpServerFactory;
  /** Resolves the caller from the headers, before the body is read; throws HttpRefusal for an unknown one. */
  readonly authorize: (request: IncomingMessage) => Authorized | Promise<Authorized>;
  readonly onError: (error: unknown) => void;
  /** Publishes the changes that open subscriptions wait for. */
  readonly bus?: ServerEventBus;
  /** The bus of one subscription, if it has one of its own; throws HttpRefusal at the caller's limit. */
  readonly busOf?: (authInfo: Authorized, body: unknown) => SubscriptionBus;
  /** Notified when a client of the 2025 revisions cancels a request; later ones close its connection. */
  readonly onCancelled?: (caller: Caller, requestId: string | number) => void;
}

export interface McpHttp {
  /** Serves a request of any method; never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Requests in flight, open subscriptions included. */
  readonly inFlight: number;
  /** Closes open subscriptions and refuses new requests; resolves when none is in flight, at the latest after the timeout. */
  drain(timeoutMs: number): Promise<void>;
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: unknown;
  readonly authInfo: Authorized;
}

/** MCP over HTTP without sessions, for the revision 2026-07-28 and those of 2025. */
export function createMcpHttp(options: McpHttpOptions): McpHttp {
  const {
    createServer,
    createCallServer = createServer,
    authorize,
    onError,
    onCancelled,
  } = options;
  const stock = createStockRoute(options);
  const requests = new InFlightRequests();
  let isDraining = false;
  let isFastRouteOpen = true;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body: unknown;
    try {
      if (isDraining) throw shuttingDown();
      const revision = revisionIn(request);
      const authInfo = { ...(await authorize(request)), revision };
      requireJsonPost(request);
      const { value, bytes } = await readJsonBody(request);
      body = value;
      if (Array.isArray(body)) throw batchRefused();
      if (request.headers["content-length"] === undefined) await authInfo.countBody?.(bytes);
      requireScope(authInfo, body);
      const cancelled = cancelledRequest(body);
      if (cancelled !== null && authInfo.extra) onCancelled?.(authInfo.extra.caller, cancelled);
      await serve({ request, response, body, authInfo });
    } catch (error) {
      if (error instanceof ClientDisconnected) return;
      if (!(error instanceof HttpRefusal)) onError(error);
      replyWithRefusal(response, refusalOf(error), idOf(body));
    }
  }

  async function serve(call: Call): Promise<void> {
    if (isResponseClosed(call.response)) return;
    const fast = isFastRouteOpen ? parseFastCall(call.request.headers, call.body) : undefined;
    if (!fast || !(await serveDirectly(fast, call))) await stock.serve(call);
  }

  /** False when the factory makes servers that only the SDK's own handler can serve. */
  async function serveDirectly(fast: FastCall, { response, authInfo }: Call): Promise<boolean> {
    const create = fast.message.method === "tools/call" ? createCallServer : createServer;
    const server = await create({ era: fast.classification.era, authInfo });
    if (server instanceof McpServer) {
      // It checks scopes and header parameters before a call, with methods that are private.
      isFastRouteOpen = false;
      return false;
    }
    const transport = new DirectTransport({ call: fast, response, onError });
    await server.connect(transport);
    const isComplete = await transport.exchange(authInfo);
    // Closing a server costs more than creating it, so a complete exchange skips it.
    if (isComplete) server.onclose?.();
    else await server.close();
    return true;
  }

  return {
    handle: (request, response) =>
      requests.track(() => answer(request, response)).catch(() => void response.destroy()),
    get inFlight() {
      return requests.count;
    },
    async drain(timeoutMs) {
      isDraining = true;
      await stock.endSubscriptions();
      await requests.whenIdle(timeoutMs);
    },
  };
}

function refusalOf(error: unknown): HttpRefusal {
  if (error instanceof HttpRefusal) return error;
  return isDatabaseUnavailable(error) ? databaseUnavailable() : internalError();
}

/** OAuth clients step up their scopes on an HTTP 403; a role that is too low is an error of the tool instead. */
function requireScope({ extra, scopeChallenge }: Authorized, message: unknown): void {
  const permission = neededPermission(message);
  if (!permission || extra?.caller.permissions.has(permission)) return;
  const refusal = scopeChallenge?.(permission);
  if (refusal) throw refusal;
}

/** The request that a notification cancels; null for any other message. */
function cancelledRequest(body: unknown): string | number | null {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: unknown };
  if (method !== "notifications/cancelled") return null;
  const { requestId } = (params ?? {}) as { requestId?: unknown };
  return typeof requestId === "string" || typeof requestId === "number" ? requestId : null;
}

function revisionIn({ headers }: IncomingMessage): string | undefined {
  const { "mcp-protocol-version": revision } = headers;
  return typeof revision === "string" ? revision : undefined;
}

function idOf(body: unknown): string | number | null {
  const id = typeof body === "object" && body !== null && "id" in body ? body.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/** Counts the requests being served; a shutdown waits until there are none. */
class InFlightRequests {
  #count = 0;
  #onIdle: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  async track(work: () => Promise<void>): Promise<void> {
    this.#count += 1;
    try {
      await work();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
    }
  }

  /** Resolves when no request is in flight, at the latest after the timeout. */
  whenIdle(timeoutMs: number): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#onIdle.push(() => resolve(clearTimeout(timer)));
    });
  }
}
