import { once } from "node:events";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { Server } from "./entry.ts";
import { shakeHands } from "./handshake.ts";

/** The least that speaks MCP: enough to be asked for its tools and to answer one. */
const SPEAKS_MCP = `
  const answers = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "stub", version: "9.8.7" },
    }),
    "tools/list": () => ({
      tools: [process.env.TOOL ?? "ping", "other"].map((name) => ({ name, inputSchema: { type: "object" } })),
    }),
    "tools/call": () => ({ content: [{ type: "text", text: process.env.PING }] }),
  };
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const answer = answers[method];
    const body = answer ? { result: answer(params) } : { error: { code: -32601, message: "no" } };
    console.log(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
  });
`;
const OPTIONS = { timeoutMs: 20_000, environment: {} };
const listening: HttpServer[] = [];

afterEach(() => {
  for (const server of listening.splice(0)) server.close().closeAllConnections();
});

it("tells version, user and number of tools of the program it starts", async () => {
  const environment = { WHO: "Ada" };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: This is how an entry hands a variable on.
  const server = program(SPEAKS_MCP, { PING: "Connected to Trovella as ${env:WHO} (a@b.org)." });
  expect(await shakeHands(server, { ...OPTIONS, environment })).toEqual({
    ok: true,
    version: "9.8.7",
    user: "Ada",
    tools: 2,
  });
});

it.each([
  ["is not there", { ...program(""), command: "/no/such/node" }, "/no/such/node does not exist."],
  ["ends at once", program('console.error("Port taken."); process.exit(1)'), "says: Port taken."],
  ["is no MCP server", program('console.log("hello")'), "did not answer as it should"],
  ["has no ping", program(SPEAKS_MCP, { TOOL: "pong" }), "not Trovella"],
  ["answers ping oddly", program(SPEAKS_MCP, { PING: "no" }), "not as it should: no"],
])("fails with a reason when the program %s", async (_case, server, problem) => {
  expect(await shakeHands(server, OPTIONS)).toEqual({
    ok: false,
    problem: expect.stringContaining(problem),
  });
});

it("gives up when the program stays silent", async () => {
  const server = program("process.stdin.resume();");
  expect(await shakeHands(server, { ...OPTIONS, timeoutMs: 800 })).toEqual({
    ok: false,
    problem: "No answer came within 0.8 seconds.",
  });
});

it.each([
  [404, "Nothing answers as it should at http://127.0.0.1:"],
  [401, "asks for a sign-in"],
])("fails with a reason when the address answers with %s", async (status, problem) => {
  const url = await listen(status);
  expect(await shakeHands({ transport: "http", url }, OPTIONS)).toEqual({
    ok: false,
    problem: expect.stringContaining(problem),
  });
});

it("fails with a reason when nothing listens at the address", async () => {
  const url = await listen(200);
  listening.splice(0)[0]?.close();
  expect(await shakeHands({ transport: "http", url }, OPTIONS)).toEqual({
    ok: false,
    problem: expect.stringMatching(/Nothing answers .*trovella serve/),
  });
});

function program(source: string, env: Record<string, string> = {}): Server {
  return { transport: "stdio", command: process.execPath, args: ["-e", source], env };
}

async function listen(status: number): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end());
  listening.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
