import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isIPv6, Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { McpHttp } from "@trovella/mcp";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { CommandFailure, EXIT } from "../exit.ts";
import { greetWebClient } from "./policy/cors.ts";
import { SECURITY_HEADERS } from "./policy/headers.ts";
import type { RequestWatcher } from "./watch-requests.ts";

const GRACE_MS = 10_000;
const SWEEP_MS = 50;

/**
 * Longer than a proxy keeps a connection that nobody uses (nginx: 60 s). Were it shorter, a call could be sent on one
 * that is just being closed, and nobody would know whether it was carried out.
 */
const KEEP_ALIVE_MS = 75_000;

/** npm passes on a Ctrl+C that the terminal has already delivered, so one press may arrive twice. */
const SAME_PRESS_MS = 250;

interface Endpoint {
  host: string;
  port: number;
}

interface Handlers {
  readonly app: Hono;
  readonly mcp: McpHttp;
  /** The origins of web pages whose MCP clients may call. */
  readonly webClients?: readonly string[];
  readonly watch: RequestWatcher;
}

const MCP_PATHS = ["/mcp", "/api/mcp"];

export async function startServer(
  { app, mcp, webClients = [], watch }: Handlers,
  endpoint: Endpoint,
) {
  const serveApp = getRequestListener(app.fetch, { errorHandler: badRequest });
  // Tool calls are most of what the server does, so they go no detour.
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (!MCP_PATHS.includes(pathOf(request))) return serveApp(request, response);
    if (greetWebClient(request, response, webClients)) return;
    return mcp.handle(request, response);
  };
  const server = createServer((request, response) =>
    watch(request, response, () => answer(request, response)),
  );
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  try {
    await once(server.listen(endpoint.port, endpoint.host), "listening");
  } catch (error) {
    throw new CommandFailure(explainListenError(error, endpoint));
  }
  return { server, url: urlOf(server, endpoint.host) };
}

/**
 * Waits for Ctrl+C or SIGTERM, then lets the requests in flight finish before it returns. Before that it answers for so
 * long whatever still comes on connections that are kept: a proxy finds out only by and by.
 */
export async function untilStopped({
  server,
  mcp,
  logger,
  onStop,
  lingerMs,
}: {
  readonly server: Server;
  readonly mcp: McpHttp;
  readonly logger: Logger;
  readonly onStop: () => void;
  readonly lingerMs: number;
}): Promise<void> {
  await firstSignal();
  onStop();
  // Unreferenced: it fires only when something still keeps the process alive by then.
  setTimeout(() => {
    logger.warn("requests were still running after the grace period and were cut off");
    process.exit(EXIT.ok);
  }, GRACE_MS).unref();

  const closed = once(stopListening(server), "close");
  await sleep(lingerMs);
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await mcp.drain(GRACE_MS);
  await closed;
  clearInterval(sweep);
  // A process on its way out no longer catches signals: the rest of the press would kill it.
  await sleep(SAME_PRESS_MS);
}

/** Whoever has a connection keeps it for one more answer, which says that it is the last. */
function stopListening(server: Server): Server {
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // The close of HTTP would also end connections on which a request may be on its way.
  NetServer.prototype.close.call(server);
  return server;
}

/** The first signal ends the wait; another one later ends the process at once. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let firstAtMs: number | undefined;
    const onSignal = () => {
      firstAtMs ??= performance.now();
      if (performance.now() - firstAtMs > SAME_PRESS_MS) process.exit(EXIT.failed);
      resolve();
    };
    process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  });
}

function pathOf({ url = "/" }: IncomingMessage): string {
  const end = url.indexOf("?");
  return end < 0 ? url : url.slice(0, end);
}

/** For requests that are refused before they reach the app, such as a malformed Host header. */
function badRequest(): Response {
  const body = { error: "BAD_REQUEST", message: "This is not a request the server can read." };
  return Response.json(body, { status: 400, headers: SECURITY_HEADERS });
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const reachable = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`;
}

function explainListenError(error: unknown, { host, port }: Endpoint): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is already in use. Stop what uses it, or choose another port with --port (0 takes any free one).`;
    case "EACCES":
      return `Listening on port ${port} of ${host} is not permitted. Choose a port above 1023 with --port.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is not an address of this computer. Choose one with --host, for example 127.0.0.1.`;
    default:
      return `The server could not listen on port ${port} of ${host}: ${code ?? error}.`;
  }
}
