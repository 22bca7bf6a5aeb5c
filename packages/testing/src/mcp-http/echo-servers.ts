/**
 * The same echo tool served three ways: by bare node:http (the limit), by the SDK's own handler,
 * and by ours. Each runs in a process of its own, so that its CPU time can be measured alone.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  createMcpHandler,
  fromJsonSchema,
  McpServer,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { createMcpHttp } from "../../../mcp/src/http/mcp-http.ts";
import { rawRequest } from "./raw-http-client.ts";

export const ECHO_SERVERS = ["bare", "ours", "stock"] as const;
export type EchoServerKind = (typeof ECHO_SERVERS)[number];

export const ECHO_REVISIONS = ["2026-07-28", "2025-11-25"] as const;
export type EchoRevision = (typeof ECHO_REVISIONS)[number];

export interface EchoServer {
  readonly port: number;
  /** CPU time used by the process so far. */
  cpuUs(): Promise<number>;
  stop(): Promise<void>;
}

/** As many as the product has, since a stock server's cost grows with the number of tools. */
const TOOL_COUNT = 20;
const INFO = { name: "echo", version: "1.0.0" };

export async function startEchoServer(kind: EchoServerKind): Promise<EchoServer> {
  const child = fork(fileURLToPath(import.meta.url), [kind], { execArgv: ["--import", "tsx"] });
  const [port] = await once(child, "message");
  return {
    port,
    async cpuUs() {
      child.send("cpu");
      const [microseconds] = await once(child, "message");
      return microseconds;
    },
    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}

/** One call of the echo tool; the reply contains the caller's token. */
export function echoRequest(
  revision: EchoRevision,
  { token, text, id = 1 }: { token: string; text: string; id?: number },
): Buffer {
  const isModern = revision === "2026-07-28";
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "echo-client", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "echo", arguments: { text }, ...(isModern && { _meta: envelope }) };
  return rawRequest({
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      Authorization: `Bearer ${token}`,
      "MCP-Protocol-Version": revision,
      ...(isModern && { "Mcp-Method": "tools/call", "Mcp-Name": "echo" }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params }),
  });
}

/** The reply of the echo tool. */
export function echoText(token: string, text: string): string {
  return `${token}: ${text}`;
}

const INPUT_SCHEMA = {
  type: "object" as const,
  properties: { text: { type: "string" as const, description: "What to repeat" } },
  required: ["text"],
};

const TOOLS = Array.from({ length: TOOL_COUNT }, (_, index) => ({
  name: index === 0 ? "echo" : `echo_${index}`,
  description: "Answers with the caller and the text.",
  inputSchema: INPUT_SCHEMA,
}));

/** Tool definitions once per process, a low-level server per request, as in the product. */
const createLowLevelServer: McpServerFactory = () => {
  const server = new Server(INFO, {
    capabilities: { tools: {} },
    supportedProtocolVersions: [...SUPPORTED_PROTOCOL_VERSIONS, "2026-07-28"],
  });
  server.setRequestHandler("tools/list", () => ({ tools: TOOLS }));
  server.setRequestHandler("tools/call", ({ params }, context) => {
    if (!TOOLS.some(({ name }) => name === params.name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${params.name} not found`);
    }
    const { text } = params.arguments ?? {};
    if (typeof text !== "string") {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The text is missing.");
    }
    return {
      content: [{ type: "text", text: echoText(context.http?.authInfo?.token ?? "", text) }],
    };
  });
  return server;
};

const inputSchema = fromJsonSchema<{ text: string }>(INPUT_SCHEMA);

const createHighLevelServer: McpServerFactory = () => {
  const server = new McpServer(INFO);
  for (const { name, description } of TOOLS) {
    server.registerTool(name, { description, inputSchema }, ({ text }, context) => ({
      content: [{ type: "text", text: echoText(context.http?.authInfo?.token ?? "", text) }],
    }));
  }
  return server;
};

function listenerOf(kind: EchoServerKind): RequestListener {
  switch (kind) {
    case "bare":
      return bareListener;
    case "stock":
      return stockListener(createHighLevelServer);
    case "ours": {
      const http = createMcpHttp({
        createServer: createLowLevelServer,
        authorize: (request) => ({ token: tokenOf(request), clientId: "echo", scopes: [] }),
        onError: (error) => console.error(error),
      });
      return (request, response) => void http.handle(request, response);
    }
  }
}

const bareListener: RequestListener = (request, response) => {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => {
    text += chunk;
  });
  request.on("end", () => {
    const { id, params } = JSON.parse(text);
    const content = [{ type: "text", text: echoText(tokenOf(request), params.arguments.text) }];
    const body = JSON.stringify({ jsonrpc: "2.0", id, result: { content } });
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
  });
};

/** The SDK's handler behind the usual adapter between Node and web requests. */
export function stockListener(createServerForRequest: McpServerFactory): RequestListener {
  const handler = createMcpHandler(createServerForRequest);
  return async (request, response) => {
    const hasBody = request.method !== "GET" && request.method !== "HEAD";
    const webRequest = new Request(`http://localhost${request.url}`, {
      method: request.method ?? "GET",
      headers: request.headers as Record<string, string>,
      ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: "half" }),
    });
    const authInfo = { token: tokenOf(request), clientId: "echo", scopes: [] };
    const reply = await handler.fetch(webRequest, { authInfo });
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    if (reply.body) Readable.fromWeb(reply.body as never).pipe(response);
    else response.end();
  };
}

function tokenOf({ headers }: IncomingMessage): string {
  return headers.authorization?.slice("Bearer ".length) ?? "";
}

async function runAsChild(kind: EchoServerKind): Promise<void> {
  const server = createServer(listenerOf(kind));
  await once(server.listen(0, "127.0.0.1"), "listening");
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  process.send?.((server.address() as AddressInfo).port);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runAsChild(process.argv[2] as EchoServerKind);
}
