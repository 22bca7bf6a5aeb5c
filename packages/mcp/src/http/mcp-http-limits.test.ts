import {
  exchangeOnce,
  openConnection,
  rawRequest,
} from "@trovella/testing/mcp-http/raw-http-client";
import { startMcpServer, type TestServer } from "@trovella/testing/mcp-http/test-http-server";
import { legacyRequest, modernRequest } from "@trovella/testing/mcp-http/test-requests";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { HttpRefusal, REFUSED } from "./http-refusal.ts";
import { MAX_BODY_BYTES, MAX_NESTING } from "./request-body.ts";

// No test here is about time, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 });

const CALL = modernRequest("tools/call", { name: "echo", arguments: { text: "hi" } });

let server: TestServer;
/** Bytes that the server has read from the latest connection. */
let readBytes: () => number = () => 0;

beforeAll(async () => {
  server = await startMcpServer();
  server.server.on("connection", (socket) => {
    readBytes = () => socket.bytesRead;
  });
});
afterAll(() => server.close());

describe("the size of a body", () => {
  it("may be as large as the limit", async () => {
    const spare = MAX_BODY_BYTES - JSON.stringify(callWith("")).length;
    const body = JSON.stringify(callWith("x".repeat(spare)));
    expect(body).toHaveLength(MAX_BODY_BYTES);
    const reply = await send(body);
    expect(reply.status).toBe(200);
    expect(reply.body.length).toBeGreaterThan(spare);
  });

  it("is refused by its declaration alone when it is larger", async () => {
    const head = { ...CALL.headers, "Content-Length": String(MAX_BODY_BYTES + 1) };
    const reply = await exchangeOnce(server.port, rawRequest({ headers: head }));
    expect(reply).toMatchObject({ status: 413, headers: { connection: "close" } });
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: -32000 }, id: null });
  });

  it("is refused at the limit when it is not declared, and nothing more is read", async () => {
    const connection = await openConnection(server.port);
    const headers = { ...CALL.headers, "Transfer-Encoding": "chunked" };
    const megabyte = Buffer.alloc(1024 * 1024, " ");
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), megabyte, Buffer.from("\r\n")]);
    const flood = setInterval(() => connection.socket.write(chunk), 1);
    try {
      const reply = await connection.exchange(rawRequest({ headers }));
      expect(reply).toMatchObject({ status: 413, headers: { connection: "close" } });
      await new Promise((resolve) => connection.socket.once("close", resolve));
    } finally {
      clearInterval(flood);
      connection.close();
    }
    expect(readBytes()).toBeGreaterThan(MAX_BODY_BYTES);
    expect(readBytes()).toBeLessThan(MAX_BODY_BYTES + 2 * megabyte.length);
  });

  it("leaves the connection open after a refusal when there is little left to read", async () => {
    const connection = await openConnection(server.port);
    const wrong = rawRequest({ headers: { "Content-Type": "text/plain" }, body: "hi" });
    expect(await connection.exchange(wrong)).toMatchObject({ status: 415 });
    const right = rawRequest({ headers: CALL.headers, body: JSON.stringify(CALL.body) });
    expect(await connection.exchange(right)).toMatchObject({ status: 200 });
    connection.close();
  });
});

describe("a body whose size is not declared", () => {
  it("is counted towards the rate limits once it has been read, and refused by them", async () => {
    const counted: number[] = [];
    let isAtLimit = false;
    const countBody = async (bytes: number) => {
      counted.push(bytes);
      if (isAtLimit) throw new HttpRefusal({ status: 429, code: REFUSED, message: "Too many." });
    };
    const counting = await startMcpServer({
      authorize: () => ({ token: "", clientId: "test", scopes: [], countBody }),
    });
    const body = JSON.stringify(CALL.body);
    const declared = rawRequest({ headers: CALL.headers, body });
    expect(await exchangeOnce(counting.port, declared)).toMatchObject({ status: 200 });
    expect(counted).toEqual([]);
    const head = rawRequest({ headers: { ...CALL.headers, "Transfer-Encoding": "chunked" } });
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    const undeclared = Buffer.concat([head, Buffer.from(chunk)]);
    expect(await exchangeOnce(counting.port, undeclared)).toMatchObject({ status: 200 });
    expect(counted).toEqual([body.length]);
    isAtLimit = true;
    expect(await exchangeOnce(counting.port, undeclared)).toMatchObject({ status: 429 });
    await counting.close();
  });
});

describe("the depth of a body", () => {
  it.each([
    { depth: MAX_NESTING, status: 200 },
    { depth: MAX_NESTING + 1, status: 400 },
  ])("of $depth levels is answered with $status", async ({ depth, status }) => {
    // The message, its params and its arguments are three levels themselves.
    const inner = `${"[".repeat(depth - 3)}${"]".repeat(depth - 3)}`;
    const body = JSON.stringify(callWith("hi")).replace('"hi"', `"hi","deep":${inner}`);
    expect((await send(body)).status).toBe(status);
  });

  it.each(["[", '{"a":'])("of millions of %s is refused as an invalid request", async (part) => {
    const reply = await send(part.repeat((4 * 1024 * 1024) / part.length));
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: -32600 }, id: null });
  });
});

describe("the form of a body", () => {
  it.each([
    ["nothing", ""],
    ["no JSON", "hello"],
    ["JSON cut short", '{"jsonrpc":"2.0"'],
    ["two documents", "{}{}"],
    ["a byte that is no UTF-8", Buffer.from([0x22, 0xff, 0x22])],
    ["an overlong character", Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ["half a surrogate pair", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ])("is refused as a parse error: %s", async (_name, body) => {
    const reply = await send(body);
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: -32700 }, id: null });
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "", undefined])(
    "is refused when declared as %j",
    async (type) => {
      const { "Content-Type": _, ...others } = CALL.headers;
      const headers = { ...others, ...(type !== undefined && { "Content-Type": type }) };
      const body = JSON.stringify(CALL.body);
      expect(await exchangeOnce(server.port, rawRequest({ headers, body }))).toMatchObject({
        status: 415,
      });
    },
  );

  it.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/json;"])(
    "is accepted when declared as %j",
    async (type) => {
      const headers = { ...CALL.headers, "Content-Type": type };
      const body = JSON.stringify(CALL.body);
      expect(await exchangeOnce(server.port, rawRequest({ headers, body }))).toMatchObject({
        status: 200,
      });
    },
  );

  it("never makes the server fail or reveal its internals", async () => {
    const headers = fc.constantFrom(CALL.headers, legacyRequest("tools/call").headers);
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.json({ maxDepth: 4 }).map((json) => Buffer.from(json)),
      fc
        .json()
        .map((json) =>
          Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${json}}`),
        ),
      fc
        .array(fc.constantFrom(...'{}[]":,1\\"a'), { maxLength: 60 })
        .map((all) => Buffer.from(all.join(""))),
    );
    await fc.assert(
      fc.asyncProperty(headers, body, async (head, bytes) => {
        const reply = await exchangeOnce(server.port, rawRequest({ headers: head, body: bytes }));
        expect(reply.status).toBeLessThan(500);
        expect(reply.body).not.toMatch(/node_modules|\.m?[jt]s\b|\n\s+at /);
      }),
      { numRuns: 300 },
    );
    expect(server.http.inFlight).toBe(0);
  });
});

function callWith(text: string) {
  return modernRequest("tools/call", { name: "echo", arguments: { text } }).body;
}

function send(body: string | Buffer) {
  return exchangeOnce(server.port, rawRequest({ headers: CALL.headers, body }));
}
