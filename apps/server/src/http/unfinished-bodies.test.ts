import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { refuseUnfinished, UnfinishedBodies } from "./unfinished-bodies.ts";

const MAX = 3;

let server: Server;
let sockets: Socket[];
let arrived: number;
beforeEach(async () => {
  const bodies = new UnfinishedBodies(MAX);
  arrived = 0;
  sockets = [];
  server = createServer((request, response) => {
    const address = String(request.headers["x-address"]);
    if (!bodies.admit(request, response, address)) {
      refuseUnfinished(request, response);
      return;
    }
    if (request.url === "/refused") {
      response.writeHead(401, { Connection: "close" }).end("refused");
      return;
    }
    arrived += 1;
    request.resume().once("end", () => response.end("served"));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

it("refuses more unfinished bodies of one address with 429 and a time, not those of another", async () => {
  for (let count = 0; count < MAX; count += 1) await sendHalf("1.1.1.1");
  const refused = await replyTo("1.1.1.1");
  expect(refused).toMatch(/^HTTP\/1.1 429 /);
  expect(refused).toMatch(/retry-after: \d+/i);
  expect(refused).toContain("RATE_LIMITED");
  expect(await replyTo("2.2.2.2")).toMatch(/^HTTP\/1.1 200 /);
});

it("admits the next one when a body arrived or its connection ended", async () => {
  const first = await sendHalf("1.1.1.1");
  const second = await sendHalf("1.1.1.1");
  await sendHalf("1.1.1.1");
  first.write("half");
  await once(first, "data");
  expect(await replyTo("1.1.1.1")).toMatch(/^HTTP\/1.1 200 /);
  await sendHalf("1.1.1.1");
  second.destroy();
  await once(second, "close");
  await expect.poll(() => replyTo("1.1.1.1")).toMatch(/^HTTP\/1.1 200 /);
});

it("forgets a request that was answered before its body had arrived", async () => {
  for (let count = 0; count <= MAX; count += 1) {
    const socket = open();
    socket.write(`${head("1.1.1.1").replace("POST / ", "POST /refused ")}half`);
    const [data] = await once(socket, "data");
    expect(String(data)).toMatch(/^HTTP\/1.1 401 /);
  }
  expect(await replyTo("1.1.1.1")).toMatch(/^HTTP\/1.1 200 /);
});

it("does not count requests without a body", async () => {
  for (let count = 0; count < MAX; count += 1) await sendHalf("1.1.1.1");
  expect(await exchange("GET / HTTP/1.1\r\nHost: x\r\nX-Address: 1.1.1.1\r\n\r\n")).toMatch(
    /^HTTP\/1.1 200 /,
  );
});

async function sendHalf(address: string): Promise<Socket> {
  const before = arrived;
  const socket = open();
  socket.write(`${head(address)}half`);
  await expect.poll(() => arrived).toBeGreaterThan(before);
  return socket;
}

function replyTo(address: string): Promise<string> {
  return exchange(`${head(address)}wholebdy`);
}

async function exchange(request: string): Promise<string> {
  const socket = open();
  socket.write(request);
  const [data] = await once(socket, "data");
  return String(data);
}

function open(): Socket {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  return socket;
}

function head(address: string): string {
  return `POST / HTTP/1.1\r\nHost: x\r\nX-Address: ${address}\r\nContent-Length: 8\r\n\r\n`;
}
