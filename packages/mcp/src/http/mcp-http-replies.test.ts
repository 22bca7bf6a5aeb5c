import {
  exchangeMany,
  exchangeOnce,
  messagesOf,
  rawRequest,
} from "@trovella/testing/mcp-http/raw-http-client";
import { startMcpServer, type TestServer } from "@trovella/testing/mcp-http/test-http-server";
import {
  legacyRequest,
  modernRequest,
  type TestRequest,
  toolCalls,
} from "@trovella/testing/mcp-http/test-requests";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { HttpRefusal } from "./http-refusal.ts";

// No test here is about time, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const ECHO = { name: "echo", arguments: { text: "hi" } };
const CALL = modernRequest("tools/call", ECHO);
const PING = legacyRequest("ping");

const CLIENTS = 64;
const CALLS_PER_CLIENT = 60;

let server: TestServer;

beforeAll(async () => {
  server = await startMcpServer({
    authorize({ headers }) {
      const token = headers.authorization?.slice("Bearer ".length) ?? "";
      if (token === "away") throw Object.assign(new Error("secret"), { code: "57P01" });
      if (token === "broken") throw new Error("secret detail in /etc/passwd");
      if (token !== "") return { token, clientId: "test", scopes: [] };
      throw new HttpRefusal({
        status: 401,
        code: -32001,
        message: "Nobody is signed in. Next: send a token.",
        headers: { "WWW-Authenticate": "Bearer" },
      });
    },
  });
});
afterAll(() => server.close());

/** Only the SDK's handler serves it. */
const TASK = { "io.modelcontextprotocol/related-task": { taskId: "task" } };

describe("every reply", () => {
  it.each([
    ["a result", CALL, 200],
    ["a stream", modernRequest("tools/call", { name: "progress" }, { progressToken: 1 }), 200],
    ["a result of the SDK's handler", modernRequest("tools/list"), 200],
    ["a stream of the SDK's handler", legacyRequest("tools/call", { ...ECHO, _meta: TASK }), 200],
    ["a protocol error", modernRequest("tools/burn"), 404],
    ["no content", { ...PING, body: { jsonrpc: "2.0", method: "notifications/initialized" } }, 202],
    ["a body refused", { ...CALL, body: null }, 400],
    ["a type refused", { ...CALL, headers: { "Content-Type": "text/plain" } }, 415],
    ["a caller refused", { ...CALL, headers: { ...CALL.headers, Authorization: "Bearer " } }, 401],
    [
      "an internal error",
      { ...CALL, headers: { ...CALL.headers, Authorization: "Bearer broken" } },
      500,
    ],
  ])("may be neither cached nor sniffed: %s", async (_name, request, status) => {
    const reply = await send(request);
    expect(reply.status).toBe(status);
    expect(reply.headers["cache-control"]).toBe("no-store");
    expect(reply.headers["x-content-type-options"]).toBe("nosniff");
    expect(reply.headers["mcp-session-id"]).toBeUndefined();
  });

  it.each([...toolCalls("echo", { text: "hi" }), { revision: "2025", call: PING }])(
    "is plain JSON when there are no notifications ($revision)",
    async ({ call }) => {
      expect((await send(call)).headers["content-type"]).toBe("application/json");
    },
  );
});

describe("an internal error", () => {
  it("reveals no details", async () => {
    const { errors } = server;
    errors.length = 0;
    const reply = await send({
      ...CALL,
      headers: { ...CALL.headers, Authorization: "Bearer broken" },
    });
    expect(reply.body).not.toContain("secret");
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: -32603 }, id: null });
    expect(errors).toMatchObject([{ message: "secret detail in /etc/passwd" }]);
  });

  it("of the database is temporary, and worth a retry with the same key", async () => {
    const reply = await send({
      ...CALL,
      headers: { ...CALL.headers, Authorization: "Bearer away" },
    });
    expect([reply.status, reply.headers["retry-after"]]).toEqual([503, "2"]);
    expect(JSON.parse(reply.body).error.message).toMatch(/unavailable\. Next: .*idempotencyKey/);
    expect(reply.body).not.toContain("secret");
  });

  it.each(toolCalls("echo", { text: "hi" }))(
    "in creating a server is a reply to the request ($revision)",
    async ({ call }) => {
      const failing = await startMcpServer({
        createServer() {
          throw new Error("secret detail");
        },
      });
      const reply = await exchangeOnce(failing.port, bytesOf(call));
      expect(reply.status).toBe(500);
      expect(JSON.parse(reply.body)).toMatchObject({ error: { code: -32603 }, id: 1 });
      expect(reply.body).not.toContain("secret");
      expect(failing.errors).toHaveLength(1);
      await failing.close();
    },
  );

  it.each(toolCalls("unserializable", {}))(
    "in serializing a result is a reply to the request ($revision)",
    async ({ call }) => {
      server.errors.length = 0;
      const [message] = messagesOf(await send(call));
      expect(message).toEqual({
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32603, message: "Internal error" },
      });
      expect(server.errors).toHaveLength(1);
    },
  );

  it("in reporting an error costs only the connection", async () => {
    const failing = await startMcpServer({
      authorize() {
        throw new Error("first");
      },
      onError() {
        throw new Error("second");
      },
    });
    await expect(exchangeOnce(failing.port, bytesOf(CALL))).rejects.toThrow(
      /without a reply|reset/,
    );
    expect(failing.http.inFlight).toBe(0);
    await failing.close();
  });
});

describe("a client error", () => {
  it.each([
    ["an unknown tool", modernRequest("tools/call", { name: "nothing" })],
    ["an unknown method", modernRequest("tools/burn")],
    ["no envelope", { ...CALL, body: { ...CALL.body, params: ECHO } }],
    ["no JSON-RPC", { ...CALL, body: 7 }],
    ["an unsupported version", withVersion("2031-01-01")],
  ])("is not reported as an error: %s", async (_name, request) => {
    server.errors.length = 0;
    await send(request);
    expect(server.errors).toEqual([]);
  });
});

describe("a refused caller", () => {
  it("gets the status, headers and message of the refusal", async () => {
    const reply = await send({ ...CALL, headers: { ...CALL.headers, Authorization: "Bearer " } });
    expect(reply).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
    expect(JSON.parse(reply.body)).toEqual({
      jsonrpc: "2.0",
      error: { code: -32001, message: "Nobody is signed in. Next: send a token." },
      id: null,
    });
  });
});

describe(`${CLIENTS} clients with the same ids`, () => {
  it("each get their own replies, on all routes", async () => {
    const { Accept: _, ...headersForStock } = CALL.headers;
    const calls = [CALL, legacyRequest("tools/call", ECHO), { ...CALL, headers: headersForStock }];
    const before = { ...server.made };
    const crossed: string[] = [];
    const count = CLIENTS * CALLS_PER_CLIENT;
    await exchangeMany(
      { port: server.port, callers: CLIENTS, count },
      (index) => {
        const call = calls[index % calls.length] ?? CALL;
        return bytesOf({
          ...call,
          headers: { ...call.headers, Authorization: `Bearer u${index}` },
        });
      },
      (reply, index) => {
        if (!reply.body.includes(`"u${index}: hi"`)) crossed.push(reply.body);
      },
    );
    expect(crossed).toEqual([]);
    expect(server.made.fast - before.fast).toBe((2 * count) / 3);
    expect(server.made.stock - before.stock).toBe(count / 3);
  });
});

function withVersion(version: string): TestRequest {
  const meta = { "io.modelcontextprotocol/protocolVersion": version };
  const { headers, body } = modernRequest("tools/call", ECHO, meta);
  return { headers: { ...headers, "MCP-Protocol-Version": version }, body };
}

function send({ headers, body }: { headers: Record<string, string>; body: unknown }) {
  const all = { Authorization: "Bearer ann", ...headers };
  return exchangeOnce(server.port, rawRequest({ headers: all, body: JSON.stringify(body) }));
}

function bytesOf({ headers, body }: TestRequest): Buffer {
  return rawRequest({ headers, body: JSON.stringify(body) });
}
