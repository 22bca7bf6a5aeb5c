import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Authorized } from "../../../mcp/src/http/authorized.ts";
import {
  createMcpHttp,
  type McpHttp,
  type McpHttpOptions,
} from "../../../mcp/src/http/mcp-http.ts";
import { createLowLevelServer } from "./test-tools.ts";

export interface TestServer {
  readonly port: number;
  readonly server: Server;
  readonly http: McpHttp;
  /** The errors passed to `onError`. */
  readonly errors: unknown[];
  /** Servers created for each route; only the SDK's handler passes a web request to the factory. */
  readonly made: { fast: number; stock: number };
  close(): Promise<void>;
}

/** Our handler on a free port, by default with the test tools and any bearer token. */
export async function startMcpServer(options: Partial<McpHttpOptions> = {}): Promise<TestServer> {
  const errors: unknown[] = [];
  const made = { fast: 0, stock: 0 };
  const { createServer: create = createLowLevelServer } = options;
  const http = createMcpHttp({
    authorize: bearer,
    onError: (error) => errors.push(error),
    ...options,
    createServer(context) {
      made[context.requestInfo ? "stock" : "fast"] += 1;
      return create(context);
    },
  });
  const listening = await listen((request, response) => void http.handle(request, response));
  return { ...listening, http, errors, made };
}

export async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

function bearer({ headers }: IncomingMessage): Authorized {
  const token = headers.authorization?.slice("Bearer ".length) ?? "";
  return { token, clientId: "test", scopes: [] };
}
