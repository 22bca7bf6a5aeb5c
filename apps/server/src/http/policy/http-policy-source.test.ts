import {
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { exchangeOnce } from "@trovella/testing/mcp-http/raw-http-client";
import {
  listen,
  startMcpServer,
  type TestServer,
} from "@trovella/testing/mcp-http/test-http-server";
import { modernRequest } from "@trovella/testing/mcp-http/test-requests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mcpListener } from "../server.ts";

const OUR_HOSTS = [
  "127.0.0.1",
  "127.0.0.1:4737",
  "localhost",
  "LocalHost:80",
  "[::1]",
  "[::1]:4737",
];
const OUR_ORIGINS = [
  undefined,
  "http://localhost",
  "https://localhost:4737",
  "http://127.0.0.1:5173",
  "http://[::1]:4737",
  "HTTP://LOCALHOST",
];
const FOREIGN_HOSTS = [
  undefined,
  "",
  "evil.example",
  "evil.example:4737",
  "localhost.evil.example",
  "127.0.0.1.evil.example:4737",
  "localhost@evil.example",
  "null",
  "::1",
  "localhost:99999",
];
const FOREIGN_ORIGINS = [
  "null",
  "",
  "localhost",
  "http://evil.example",
  "http://evil.example:4737",
  "https://localhost.evil.example",
  "http://127.0.0.1.evil.example",
  "http://localhost, http://evil.example",
  "file://",
  "chrome-extension://abcdef",
];

const POLICY = {
  webClients: [],
  isAllowedHost: (host: string) => validateHostHeader(host, localhostAllowedHostnames()).ok,
  isAllowedOrigin: (origin: string) =>
    origin !== "" && validateOriginHeader(origin, localhostAllowedOrigins()).ok,
};

const OURS = OUR_HOSTS.flatMap((host) => OUR_ORIGINS.map((origin) => ({ host, origin })));
const FOREIGN = [
  ...FOREIGN_HOSTS.flatMap((host) => OUR_ORIGINS.slice(0, 2).map((origin) => ({ host, origin }))),
  ...OUR_HOSTS.slice(0, 2).flatMap((host) => FOREIGN_ORIGINS.map((origin) => ({ host, origin }))),
];

describe("the check of Host and Origin", () => {
  let mcp: TestServer;
  let server: Awaited<ReturnType<typeof listen>>;
  let authorized = 0;

  beforeAll(async () => {
    mcp = await startMcpServer({
      authorize() {
        authorized += 1;
        return { token: "ann", clientId: "test", scopes: [] };
      },
    });
    server = await listen(mcpListener(mcp.http, POLICY));
  });
  afterAll(async () => {
    await server.close();
    await mcp.close();
  });

  it.each(OURS)("serves Host $host with Origin $origin", async ({ host, origin }) => {
    expect(
      await send([
        ["Host", host],
        ["Origin", origin],
      ]),
    ).toMatchObject({ status: 200 });
  });

  it.each(FOREIGN)("refuses Host $host with Origin $origin", async ({ host, origin }) => {
    const before = { ...mcp.made, authorized };
    const { status, headers, body } = await send([
      ["Host", host],
      ["Origin", origin],
    ]);
    expect(status).toBe(403);
    expect(headers["content-type"]).toBe("application/json");
    expect(JSON.parse(body)).toMatchObject({ jsonrpc: "2.0", error: { code: -32000 }, id: null });
    expect({ ...mcp.made, authorized }).toEqual(before);
  });

  it("refuses without letting the reply be cached or sniffed", async () => {
    const { headers } = await send([["Host", "evil.example"]]);
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["mcp-session-id"]).toBeUndefined();
  });

  it("refuses a second Host, which a proxy may have used instead", async () => {
    const reply = await send([
      ["Host", "localhost"],
      ["Host", "evil.example"],
    ]);
    expect(reply.status).toBe(403);
  });

  it.each(["GET", "DELETE", "OPTIONS", "PUT"])(
    "comes before everything else, for %s",
    async (method) => {
      expect(await send([["Host", "evil.example"]], method)).toMatchObject({ status: 403 });
      expect(await send([["Host", "localhost"]], method)).toMatchObject({ status: 405 });
    },
  );

  /** With HTTP/1.0 a request may lack its Host, which Node refuses by itself in HTTP/1.1. */
  function send(source: (readonly [string, string | undefined])[], method = "POST") {
    const call = modernRequest("tools/call", { name: "echo", arguments: { text: "hi" } });
    const body = method === "POST" ? JSON.stringify(call.body) : "";
    const lines = [...source, ...Object.entries(call.headers), ["Content-Length", `${body.length}`]]
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${value}`);
    const request = `${method} /mcp HTTP/1.0\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
    return exchangeOnce(server.port, request);
  }
});
