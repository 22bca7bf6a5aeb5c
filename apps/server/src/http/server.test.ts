import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createMcpHttp } from "@trovella/mcp";
import { unauthenticated } from "@trovella/testing/credentials/test-callers";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, it } from "vitest";
import { httpPolicy } from "./policy/http-policy.ts";
import { startServer } from "./server.ts";

const MAX_UNFINISHED = 100;

let server: Server;
let sockets: Socket[];
let arrived: number;
beforeEach(async () => {
  sockets = [];
  arrived = 0;
  const app = new Hono().post("/", async (context) => {
    arrived += 1;
    return context.text(await context.req.text());
  });
  // The sockets are destroyed while their bodies are read.
  app.onError((_error, context) => context.body(null, 400));
  const mcp = createMcpHttp({
    createServer: () => Promise.reject(new Error("not reached")),
    authorize: unauthenticated,
    onError: () => undefined,
  });
  const policy = httpPolicy({ HOST: "127.0.0.1", TROVELLA_PUBLIC_URL: undefined });
  const watch = (_request: unknown, _response: unknown, handle: () => unknown) => void handle();
  const endpoint = { host: "127.0.0.1", port: 0 };
  ({ server } = await startServer({ app, mcp, policy, watch, proxies: 1 }, endpoint));
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

it("refuses the next body of an address that has 100 unfinished ones, not those of others", async () => {
  await leaveUnfinished(() => "198.51.100.7");
  expect(await replyTo("198.51.100.7")).toMatch(/^HTTP\/1.1 429 /);
  expect(await replyTo("198.51.100.8")).toMatch(/^HTTP\/1.1 200 /);
});

it("counts the IPv6 addresses of one subscriber together", async () => {
  await leaveUnfinished((index) => `2001:db8:0:1::${index.toString(16)}`);
  expect(await replyTo("2001:db8:0:1:ffff::1")).toMatch(/^HTTP\/1.1 429 /);
  expect(await replyTo("2001:db8:0:2::1")).toMatch(/^HTTP\/1.1 200 /);
});

async function leaveUnfinished(addressOf: (index: number) => string): Promise<void> {
  for (let index = 0; index < MAX_UNFINISHED; index += 1) open(addressOf(index)).write("half");
  await expect.poll(() => arrived).toBe(MAX_UNFINISHED);
}

async function replyTo(address: string): Promise<string> {
  const socket = open(address);
  socket.write("all of it");
  const [data] = await once(socket, "data");
  return String(data);
}

function open(address: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\nContent-Length: 9\r\n\r\n`;
  socket.write(head);
  return socket;
}
