import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { TROVELLA, WITHOUT_MODEL } from "@trovella/testing/mcp/mcp-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDirectory } from "./support/test-directory.ts";
import { startServing } from "./support/trovella-process.ts";

// What clients of old revisions are sent, and what becomes of calls whose clients cancel them or are gone. The model that
// extract_data asks never answers; its calls end after 60 seconds, which is longer than these tests may take.

interface Message {
  readonly id?: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape.
  readonly result?: any;
}

const EXTRACT = {
  name: "extract_data",
  arguments: { schema: { type: "object" }, sourceText: "Tea costs 7 euros." },
};

let model: SilentModel;
beforeAll(async () => {
  model = await startSilentModel();
});
afterAll(() => model.close());

describe("a client over stdio", () => {
  let client: Awaited<ReturnType<typeof startStdio>>;
  beforeAll(async () => {
    client = await startStdio("2024-11-05");
  });

  it("of 2024-11-05 gets each reply once, and neither titles nor schemas of replies", async () => {
    const { tools } = await client.request("tools/list");
    const names = new Set(tools.flatMap((tool: object) => Object.keys(tool)));
    expect([...names].sort()).toEqual(["annotations", "description", "inputSchema", "name"]);
    const result = await client.request("tools/call", { name: "ping" });
    expect(Object.keys(result)).toEqual(["content"]);
  });

  it("ends the work of a model by cancelling the call, and the process by closing stdin", async () => {
    const cancelled = client.send("tools/call", EXTRACT);
    const first = await model.asked();
    client.notify("notifications/cancelled", { requestId: cancelled });
    await first.ended;
    client.send("tools/call", EXTRACT);
    const second = await model.asked();
    client.child.stdin.end();
    await second.ended;
    expect(await client.ended).toBe(0);
  });

  it("is answered when the process is stopped, which then ends", async () => {
    const stopped = await startStdio("2025-11-25");
    const answer = stopped.request("tools/call", EXTRACT);
    const asked = await model.asked();
    stopped.child.kill("SIGTERM");
    await asked.ended;
    const { isError, content } = await answer;
    expect([isError, content[0].text]).toEqual([
      true,
      expect.stringMatching(/^UNAVAILABLE: .*stopping.* Next: repeat extract_data/),
    ]);
    expect(await stopped.ended).toBe(0);
  });
});

describe("over http", () => {
  let serving: Awaited<ReturnType<typeof startServing>>;
  beforeAll(async () => {
    serving = await startServing([], model.environment);
  });
  afterAll(async () => {
    serving.child.kill("SIGKILL");
    await serving.ended;
  });

  it.each([
    [null, ["content"]],
    ["2025-03-26", ["content"]],
    ["2025-06-18", ["content", "structuredContent"]],
  ])("a client of revision %s gets %j", async (revision, fields) => {
    const { result } = await post(
      { id: 1, method: "tools/call", params: { name: "ping" } },
      { revision },
    );
    expect(Object.keys(result)).toEqual(fields);
  });

  it("a call that asks a model ends with its connection", async () => {
    const connection = new AbortController();
    const call = post(
      { id: 2, method: "tools/call", params: EXTRACT },
      { signal: connection.signal },
    );
    const asked = await model.asked();
    connection.abort();
    await expect(call).rejects.toThrow();
    await asked.ended;
  });

  it("a call that asks a model ends when a 2025 client cancels it", async () => {
    const call = post({ id: "cancelled", method: "tools/call", params: EXTRACT });
    const asked = await model.asked();
    const params = { requestId: "cancelled" };
    await post({ method: "notifications/cancelled", params });
    await asked.ended;
    const { result } = await call;
    expect(result.content[0].text).toMatch(/^UNAVAILABLE: The call was cancelled/);
  });

  async function post(
    message: object,
    { revision = "2025-11-25", signal }: { revision?: string | null; signal?: AbortSignal } = {},
  ): Promise<Message> {
    const response = await fetch(`${serving.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(revision ? { "mcp-protocol-version": revision } : {}),
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    return text === "" ? {} : JSON.parse(text);
  }
});

/** A client that writes every message by hand. */
async function startStdio(protocolVersion: string) {
  const child = spawn(process.execPath, [TROVELLA, "mcp"], {
    env: {
      PATH: process.env.PATH ?? "",
      TROVELLA_DATA_DIR: testDirectory(),
      ...WITHOUT_MODEL,
      ...model.environment,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const waiting = new Map<number, (result: Message["result"]) => void>();
  createInterface(child.stdout).on("line", (line) => {
    const { id, result } = JSON.parse(line) as Message;
    if (id !== undefined) waiting.get(id)?.(result);
  });
  let lastId = 0;
  const write = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const send = (method: string, params: object = {}) => {
    lastId += 1;
    write({ id: lastId, method, params });
    return lastId;
  };
  const request = (method: string, params?: object) =>
    new Promise<Message["result"]>((resolve) => waiting.set(send(method, params), resolve));
  const notify = (method: string, params: object = {}) => write({ method, params });
  const clientInfo = { name: "test-client", version: "1" };
  await request("initialize", { protocolVersion, capabilities: {}, clientInfo });
  notify("notifications/initialized");
  return { child, ended, send, request, notify };
}

interface SilentModel {
  readonly environment: Record<string, string>;
  /** The next request that arrives; `ended` when the server has given it up. */
  asked(): Promise<{ readonly ended: Promise<unknown> }>;
  close(): Promise<void>;
}

async function startSilentModel(): Promise<SilentModel> {
  const server: Server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const requests: { ended: Promise<unknown> }[] = [];
  const takers: ((request: { ended: Promise<unknown> }) => void)[] = [];
  server.on("request", (request) => {
    const asked = { ended: once(request.socket, "close") };
    request.resume();
    const taker = takers.shift();
    if (taker) taker(asked);
    else requests.push(asked);
  });
  return {
    environment: {
      TROVELLA_EXTRACT_PROVIDER: "openai-compatible",
      TROVELLA_EXTRACT_MODEL: "silent",
      TROVELLA_EXTRACT_BASE_URL: `http://127.0.0.1:${port}/v1`,
    },
    asked: () =>
      new Promise((resolve) => {
        const request = requests.shift();
        if (request) resolve(request);
        else takers.push(resolve);
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
