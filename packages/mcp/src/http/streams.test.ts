import type { McpRequestContext } from "@modelcontextprotocol/server";
import {
  exchangeOnce,
  messagesOf,
  openConnection,
  rawRequest,
} from "@trovella/testing/mcp-http/raw-http-client";
import { startMcpServer, type TestServer } from "@trovella/testing/mcp-http/test-http-server";
import { type TestRequest, toolCalls } from "@trovella/testing/mcp-http/test-requests";
import {
  createLowLevelServer,
  FLOOD_PARTS,
  floods,
  waits,
} from "@trovella/testing/mcp-http/test-tools";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

const ANN = { token: "ann", clientId: "test", scopes: [] };

/** No test here is about time, and the machine may be busy. */
const SLOW_MACHINE = { timeout: 20_000 };
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;

beforeAll(async () => {
  server = await startMcpServer();
});
afterAll(() => server.close());

describe("a notification before the result", () => {
  it.each(toolCalls("progress", {}, { progressToken: "p" }))(
    "turns the reply into a stream of events ($revision)",
    async ({ call }) => {
      const before = server.made.fast;
      const reply = await exchangeOnce(server.port, bytesOf(call));
      expect(reply).toMatchObject({
        status: 200,
        headers: { "content-type": "text/event-stream", "x-accel-buffering": "no" },
      });
      expect(messagesOf(reply)).toMatchObject([
        { method: "notifications/progress", params: { progressToken: "p", progress: 1 } },
        { method: "notifications/progress", params: { progressToken: "p", progress: 2 } },
        { id: 1, result: { content: [{ text: "done" }] } },
      ]);
      expect(server.made.fast).toBe(before + 1);
    },
  );

  it.each(toolCalls("progress", {}))(
    "is not sent without a progress token ($revision)",
    async ({ call }) => {
      const reply = await exchangeOnce(server.port, bytesOf(call));
      expect(reply.headers["content-type"]).toBe("application/json");
      expect(messagesOf(reply)).toHaveLength(1);
    },
  );

  it.each(toolCalls("flood", {}, { progressToken: 1 }))(
    "waits for a client that does not read ($revision)",
    async ({ call }) => {
      const connection = await openConnection(server.port);
      const reply = connection.exchange(bytesOf(call));
      connection.socket.pause();
      await expect.poll(() => floods.sent, SLOW_MACHINE).toBeGreaterThan(0);
      await settled(() => floods.sent);
      expect(floods.sent).toBeLessThan(FLOOD_PARTS);

      connection.socket.resume();
      expect(messagesOf(await reply)).toHaveLength(FLOOD_PARTS + 1);
      connection.close();
    },
  );
});

describe("a client that disconnects", () => {
  it.each([...toolCalls("wait", {}), ...toolCalls("wait", {}, { progressToken: 1 })])(
    "aborts the running call ($revision)",
    async ({ call }) => {
      const before = waits.aborted;
      const connection = await openConnection(server.port);
      connection.socket.write(bytesOf(call));
      await expect.poll(() => server.http.inFlight, SLOW_MACHINE).toBe(1);
      connection.close();
      await expect.poll(() => waits.aborted, SLOW_MACHINE).toBe(before + 1);
      await expect.poll(() => server.http.inFlight, SLOW_MACHINE).toBe(0);
    },
  );

  it("aborts a call on the SDK's route too", async () => {
    const before = waits.aborted;
    const [modern] = toolCalls("wait", {});
    const { Accept: _, ...headers } = modern?.call.headers ?? {};
    const connection = await openConnection(server.port);
    connection.socket.write(rawRequest({ headers, body: JSON.stringify(modern?.call.body) }));
    await expect.poll(() => server.http.inFlight, SLOW_MACHINE).toBe(1);
    connection.close();
    await expect.poll(() => waits.aborted, SLOW_MACHINE).toBe(before + 1);
    await expect.poll(() => server.http.inFlight, SLOW_MACHINE).toBe(0);
  });

  it.each(toolCalls("wait", {}))("aborts pipelined calls as well ($revision)", async ({ call }) => {
    const before = waits.aborted;
    const connection = await openConnection(server.port);
    connection.socket.write(Buffer.concat([bytesOf(call), bytesOf(call), bytesOf(call)]));
    await expect.poll(() => server.http.inFlight, SLOW_MACHINE).toBe(3);
    connection.close();
    await expect.poll(() => waits.aborted, SLOW_MACHINE).toBe(before + 3);
    await expect.poll(() => server.http.inFlight, SLOW_MACHINE).toBe(0);
  });

  it("is noticed while the body is still arriving", async () => {
    const connection = await openConnection(server.port);
    connection.socket.write(
      'POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":',
    );
    await expect.poll(() => server.http.inFlight, SLOW_MACHINE).toBe(1);
    connection.close();
    await expect.poll(() => server.http.inFlight, SLOW_MACHINE).toBe(0);
    expect(server.errors).toEqual([]);
  });

  it.each([
    ...disconnects("authorize", (bytes) => bytes),
    ...disconnects("authorize", (bytes) => bytes.subarray(0, -10)),
    ...disconnects("createServer", (bytes) => bytes),
  ])("is noticed during $during, after $sent bytes ($revision)", async ({ during, bytes }) => {
    const gate = createGate();
    const slow = await startMcpServer({
      [during]: async (context: McpRequestContext) => {
        await gate.isOpen;
        return during === "createServer" ? createLowLevelServer(context) : ANN;
      },
    });
    const connection = await openConnection(slow.port);
    connection.socket.write(bytes);
    await expect.poll(() => slow.http.inFlight, SLOW_MACHINE).toBe(1);
    await slow.close();
    await settled(() => slow.http.inFlight);
    gate.open();
    await expect.poll(() => slow.http.inFlight, SLOW_MACHINE).toBe(0);
    expect(slow.made.stock).toBe(0);
    expect(slow.errors).toEqual([]);
    connection.close();
  });
});

/** The same call in both eras, of which only a part may be sent before the client disconnects. */
function disconnects(during: "authorize" | "createServer", cut: (bytes: Buffer) => Buffer) {
  return toolCalls("echo", { text: "hi" }).map(({ revision, call }) => {
    const bytes = cut(bytesOf(call));
    return { during, revision, bytes, sent: bytes.length };
  });
}

function createGate() {
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { isOpen, open: () => open() };
}

function bytesOf({ headers, body }: TestRequest): Buffer {
  return rawRequest({ headers, body: JSON.stringify(body) });
}

/** Resolves when the value has not changed for a while. */
async function settled(read: () => number): Promise<void> {
  for (let last = -1; last !== read(); await new Promise((resolve) => setTimeout(resolve, 200))) {
    last = read();
  }
}
