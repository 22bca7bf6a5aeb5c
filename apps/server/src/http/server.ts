import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from "node:http";
import { isIPv6 } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { subscriberNetwork } from "@trovella/db/identity";
import { MCP_PATHS } from "@trovella/foundation";
import { type McpHttp, replyWithRefusal } from "@trovella/mcp";
import type { Hono } from "hono";
import { CommandFailure } from "../exit.ts";
import { clientAddress } from "./authentication/client-address.ts";
import { applyCors } from "./policy/cors.ts";
import { SECURITY_HEADERS } from "./policy/headers.ts";
import type { HttpPolicy } from "./policy/http-policy.ts";
import { refuseMcpSource } from "./policy/http-policy.ts";
import { refuseUnfinished, UnfinishedBodies } from "./unfinished-bodies.ts";
import type { RequestWatcher } from "./watch-requests.ts";

/**
 * Longer than a proxy keeps an idle connection (nginx: 60 s). Otherwise a call could be sent on a connection that is just
 * being closed, and the client could not tell whether it was carried out.
 */
const KEEP_ALIVE_MS = 75_000;

/** Time for a client to send its request; it does not limit the reply, so event streams and slow tools are not affected. */
const RECEIVE_TIMEOUT_MS = 30_000;
const TIMEOUT_CHECK_MS = 5_000;
const MAX_CONNECTIONS = 2_000;

const SERVER_OPTIONS: ServerOptions = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: RECEIVE_TIMEOUT_MS,
  requestTimeout: RECEIVE_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_MS,
};

interface Endpoint {
  host: string;
  port: number;
}

interface Handlers {
  readonly app: Hono;
  readonly mcp: McpHttp;
  readonly policy: HttpPolicy;
  readonly watch: RequestWatcher;
  /** The number of trusted proxies in front of the server. */
  readonly proxies?: number;
}

export async function startServer(
  { app, mcp, policy, watch, proxies = 0 }: Handlers,
  endpoint: Endpoint,
) {
  const handleApp = getRequestListener(app.fetch, { errorHandler: badRequest });
  const handleMcp = mcpListener(mcp, policy);
  const bodies = new UnfinishedBodies();
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    const network = subscriberNetwork(clientAddress(request, proxies));
    const isAdmitted = bodies.admit(request, response, network);
    const handleAdmitted = isMcp(request) ? handleMcp : handleApp;
    const handle = isAdmitted ? handleAdmitted : refuseUnfinished;
    watch(request, response, () => handle(request, response));
  });
  server.maxConnections = MAX_CONNECTIONS;
  try {
    await once(server.listen(endpoint.port, endpoint.host), "listening");
  } catch (error) {
    throw new CommandFailure(explainListenError(error, endpoint));
  }
  return { server, url: urlOf(server, endpoint.host) };
}

type McpPolicy = Pick<HttpPolicy, "webClients" | "isAllowedHost" | "isAllowedOrigin">;

/** Tool calls are most of the traffic, so they bypass Hono. */
export function mcpListener(mcp: McpHttp, policy: McpPolicy): RequestListener {
  return (request, response) => {
    if (applyCors(request, response, policy.webClients)) return;
    const refusal = refuseMcpSource(request, policy);
    if (refusal) replyWithRefusal(response, refusal);
    else void mcp.handle(request, response);
  };
}

function isMcp({ url = "/" }: IncomingMessage): boolean {
  const end = url.indexOf("?");
  const path = end < 0 ? url : url.slice(0, end);
  return MCP_PATHS.some((mcpPath) => mcpPath === path);
}

/** For requests that never reach the app, such as those with a malformed Host header. */
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
      return `Port ${port} on ${host} is already in use. Stop the other program, or choose another port with --port (0 takes any free one).`;
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
