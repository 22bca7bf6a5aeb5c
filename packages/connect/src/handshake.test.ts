import { once } from "node:events";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import type { ServerEndpoint } from "./entry.ts";
import { performHandshake } from "./handshake.ts";

/** A minimal MCP server: it lists tools and answers one. */
const MCP_SERVER = `
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
const OPTIONS = { timeoutMs: 20_000, environment: {}, version: "1.0.0" };
const listening: HttpServer[] = [];

afterEach(() => {
  for (const server of listening.splice(0)) server.close().closeAllConnections();
});

it("returns version, user and number of tools of the program it starts", async () => {
  const environment = { WHO: "Ada" };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: This is how an entry forwards a variable.
  const server = program(MCP_SERVER, { PING: "Connected to Trovella as ${env:WHO} (a@b.org)." });
  expect(await performHandshake(server, { ...OPTIONS, environment })).toEqual({
    ok: true,
    version: "9.8.7",
    user: "Ada",
    tools: 2,
  });
});

it.each([
  ["is not there", { ...program(""), command: "/no/such/node" }, "/no/such/node does not exist."],
  [
    "ends at once",
    program('console.error("Port taken."); process.exit(1)'),
    "Its output: Port taken.",
  ],
  ["is no MCP server", program('console.log("hello")'), "sent an unexpected reply"],
  ["has no ping", program(MCP_SERVER, { TOOL: "pong" }), "is not Trovella"],
  ["answers ping oddly", program(MCP_SERVER, { PING: "no" }), "Unexpected reply from ping: no"],
])("fails with a reason when the program %s", async (_case, server, problem) => {
  expect(await performHandshake(server, OPTIONS)).toEqual({
    ok: false,
    problem: expect.stringContaining(problem),
  });
});

it("times out when the program does not reply", async () => {
  const server = program("process.stdin.resume();");
  expect(await performHandshake(server, { ...OPTIONS, timeoutMs: 800 })).toEqual({
    ok: false,
    problem: "No reply within 0.8 seconds.",
  });
});

it.each([
  [404, "No Trovella server responds at http://127.0.0.1:", {}],
  [401, "requires a sign-in", { isSignInLeft: true }],
])("fails with a reason when the URL responds with %s", async (status, problem, further) => {
  const url = await listen(status);
  expect(await performHandshake({ transport: "http", url }, OPTIONS)).toEqual({
    ok: false,
    problem: expect.stringContaining(problem),
    ...further,
  });
});

it("fails with a reason when nothing listens at the URL", async () => {
  const url = await listen(200);
  listening.splice(0)[0]?.close();
  expect(await performHandshake({ transport: "http", url }, OPTIONS)).toEqual({
    ok: false,
    problem: expect.stringMatching(/No Trovella server responds .*trovella serve/),
  });
});

function program(source: string, env: Record<string, string> = {}): ServerEndpoint {
  return { transport: "stdio", command: process.execPath, args: ["-e", source], env };
}

async function listen(status: number): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end());
  listening.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
