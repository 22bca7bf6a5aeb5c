import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createRequestStateCodec,
  InMemoryServerEventBus,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { mcpListener } from "../../apps/server/src/http/server.ts";
import { createMcpHttp } from "../../packages/mcp/src/http/mcp-http.ts";
import { CONTENT_TOOLS } from "./content-tools.ts";
import { FIXTURE_PROMPTS, fixturePrompt } from "./fixture-prompts.ts";
import { FIXTURE_RESOURCES, FIXTURE_TEMPLATES, readFixtureResource } from "./fixture-resources.ts";
import type { FixtureTool } from "./fixture-tool.ts";
import { NOTIFICATION_TOOLS } from "./notification-tools.ts";
import { QUESTION_TOOLS } from "./question-tools.ts";
import { SESSION_TOOLS } from "./session-tools.ts";

export interface FixtureServer {
  readonly url: string;
  /** Servers created per route: only the SDK's handler has a web request. */
  readonly made: { fast: number; stock: number };
  readonly errors: unknown[];
  close(): Promise<void>;
}

const TOOLS: ReadonlyMap<string, FixtureTool> = new Map(
  [...CONTENT_TOOLS, ...NOTIFICATION_TOOLS, ...QUESTION_TOOLS, ...SESSION_TOOLS].map((tool) => [
    tool.name,
    tool,
  ]),
);
const TOOL_LIST = [...TOOLS.values()].map(({ run: _, ...definition }) => definition);
const CACHE_HINT = { ttlMs: 60_000, cacheScope: "public" as const };

/** The fixtures that the conformance suite expects, behind the product's HTTP handler. */
export async function startFixtureServer(): Promise<FixtureServer> {
  const made = { fast: 0, stock: 0 };
  const errors: unknown[] = [];
  const bus = new InMemoryServerEventBus();
  const createFixture = fixtureFactory(bus);
  const http = createMcpHttp({
    bus,
    createServer(context) {
      made[context.requestInfo ? "stock" : "fast"] += 1;
      return createFixture(context);
    },
    authorize: () => ({ token: "conformance", clientId: "conformance", scopes: [] }),
    onError: (error) => errors.push(error),
  });
  const policy = {
    webClients: [],
    isAllowedHost: (host: string) => validateHostHeader(host, localhostAllowedHostnames()).ok,
    isAllowedOrigin: (origin: string) => validateOriginHeader(origin, localhostAllowedOrigins()).ok,
  };
  const server = createServer(mcpListener(http, policy));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    made,
    errors,
    async close() {
      await http.drain(0);
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

/** Low-level servers as in the product, which the fast route requires. */
function fixtureFactory(bus: InMemoryServerEventBus): McpServerFactory {
  const states = createRequestStateCodec({ key: randomBytes(32) });
  const notify = {
    toolsChanged: () => bus.publish({ kind: "tools_list_changed" }),
    promptsChanged: () => bus.publish({ kind: "prompts_list_changed" }),
  };
  return () => {
    const server = new Server(
      { name: "conformance-fixture", version: "1.0.0" },
      {
        supportedProtocolVersions: [...SUPPORTED_PROTOCOL_VERSIONS, "2026-07-28"],
        capabilities: {
          tools: { listChanged: true },
          prompts: { listChanged: true },
          resources: { listChanged: true, subscribe: true },
          completions: {},
          logging: {},
        },
        cacheHints: {
          "tools/list": CACHE_HINT,
          "prompts/list": CACHE_HINT,
          "resources/list": CACHE_HINT,
          "resources/templates/list": CACHE_HINT,
          "resources/read": CACHE_HINT,
        },
        requestState: { verify: states.verify },
      },
    );
    server.setRequestHandler("tools/list", () => ({ tools: TOOL_LIST }));
    server.setRequestHandler("tools/call", ({ params }, request) =>
      toolNamed(params.name).run(params.arguments ?? {}, {
        request,
        notify,
        sign: (state) => states.mint(state, request),
      }),
    );
    addPromptsAndResources(server);
    return server;
  };
}

function addPromptsAndResources(server: Server): void {
  const prompts = FIXTURE_PROMPTS.map(({ render: _, ...definition }) => definition);
  server.setRequestHandler("prompts/list", () => ({ prompts }));
  server.setRequestHandler("prompts/get", ({ params }, request) =>
    fixturePrompt(params.name).render(params.arguments ?? {}, request),
  );
  server.setRequestHandler("completion/complete", ({ params }) => ({
    completion: { values: [`${params.argument.value}-completed`], hasMore: false },
  }));
  server.setRequestHandler("resources/list", () => ({ resources: FIXTURE_RESOURCES }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: FIXTURE_TEMPLATES,
  }));
  server.setRequestHandler("resources/read", ({ params }) => readFixtureResource(params.uri));
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
}

function toolNamed(name: string): FixtureTool {
  const tool = TOOLS.get(name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such tool.");
  return tool;
}
