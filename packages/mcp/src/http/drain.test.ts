import { InMemoryServerEventBus } from "@modelcontextprotocol/server";
import {
  exchangeOnce,
  messagesOf,
  openConnection,
  rawRequest,
} from "@trovella/testing/mcp-http/raw-http-client";
import { startMcpServer, type TestServer } from "@trovella/testing/mcp-http/test-http-server";
import {
  modernRequest,
  type TestRequest,
  toolCalls,
} from "@trovella/testing/mcp-http/test-requests";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const LISTEN = modernRequest("subscriptions/listen", { notifications: { toolsListChanged: true } });
const LONG_MS = 60_000;

/** No test here is about time, and the machine may be busy. */
const SLOW_MACHINE = { timeout: 20_000 };
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let bus: InMemoryServerEventBus;

beforeEach(async () => {
  bus = new InMemoryServerEventBus();
  server = await startMcpServer({ bus });
});
afterEach(() => server.close());

describe("draining", () => {
  it("resolves at once when nothing is in flight", async () => {
    await server.http.drain(LONG_MS);
    expect(server.http.inFlight).toBe(0);
  });

  it.each([...toolCalls("slow", { durationMs: 300 }), { revision: "2026, SDK", call: viaStock() }])(
    "waits for requests in flight ($revision)",
    async ({ call }) => {
      const reply = send(call);
      await expect.poll(() => server.http.inFlight, SLOW_MACHINE).toBe(1);
      await server.http.drain(LONG_MS);
      expect(server.http.inFlight).toBe(0);
      expect(messagesOf(await reply)).toMatchObject([{ result: { content: [{ text: "slow" }] } }]);
    },
  );

  it("refuses new requests with Retry-After", async () => {
    await server.http.drain(LONG_MS);
    const reply = await send(modernRequest("tools/list"));
    expect(reply).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: -32000 } });
    expect(server.made).toEqual({ fast: 0, stock: 0 });
  });

  it("completes open subscriptions without aborting calls", async () => {
    const subscription = send(LISTEN);
    const [slow] = toolCalls("slow", { durationMs: 300 });
    await expect.poll(() => bus.listenerCount, SLOW_MACHINE).toBe(1);
    const call = send(slow?.call ?? LISTEN);
    await expect.poll(() => server.http.inFlight, SLOW_MACHINE).toBe(2);
    bus.publish({ kind: "tools_list_changed" });

    await server.http.drain(LONG_MS);
    expect(messagesOf(await subscription)).toMatchObject([
      { method: "notifications/subscriptions/acknowledged" },
      { method: "notifications/tools/list_changed" },
      { id: 1, result: { resultType: "complete" } },
    ]);
    expect(messagesOf(await call)).toMatchObject([{ result: { content: [{ text: "slow" }] } }]);
  });

  it("refuses a subscription that was still being authorized", async () => {
    let admit = (): void => undefined;
    const isAdmitted = new Promise<void>((resolve) => {
      admit = resolve;
    });
    const slow = await startMcpServer({
      async authorize() {
        await isAdmitted;
        return { token: "ann", clientId: "test", scopes: [] };
      },
    });
    const reply = exchangeOnce(slow.port, bytesOf(LISTEN));
    await expect.poll(() => slow.http.inFlight, SLOW_MACHINE).toBe(1);
    const drained = slow.http.drain(LONG_MS);
    admit();
    expect(await reply).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    await drained;
    expect(slow.errors).toEqual([]);
    await slow.close();
  });

  it("waits no longer than its timeout", async () => {
    const [wait] = toolCalls("wait", {});
    const connection = await openConnection(server.port);
    connection.socket.write(bytesOf(wait?.call ?? LISTEN));
    await expect.poll(() => server.http.inFlight, SLOW_MACHINE).toBe(1);
    await server.http.drain(50);
    expect(server.http.inFlight).toBe(1);
    connection.close();
    await server.http.drain(LONG_MS);
    expect(server.http.inFlight).toBe(0);
  });

  it("forgets a subscriber that disconnects", async () => {
    const connection = await openConnection(server.port);
    connection.socket.write(bytesOf(LISTEN));
    await expect.poll(() => bus.listenerCount, SLOW_MACHINE).toBe(1);
    connection.close();
    await expect.poll(() => bus.listenerCount, SLOW_MACHINE).toBe(0);
    await expect.poll(() => server.http.inFlight, SLOW_MACHINE).toBe(0);
  });
});

/** A call without an Accept header, which only the SDK's handler serves. */
function viaStock(): TestRequest {
  const { headers, body } = modernRequest("tools/call", {
    name: "slow",
    arguments: { durationMs: 300 },
  });
  const { Accept: _, ...others } = headers;
  return { headers: others, body };
}

function send(request: TestRequest) {
  return exchangeOnce(server.port, bytesOf(request));
}

function bytesOf({ headers, body }: TestRequest): Buffer {
  return rawRequest({ headers, body: JSON.stringify(body) });
}
