import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { createInternet } from "./internet.ts";

it("connects to the given IP address, whatever the name resolves to, and expects a certificate for that name", async () => {
  let hellos = 0;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (data) => {
      if (data.includes("app.example")) hellos += 1;
      socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = new URL(`https://app.example:${port}/client.json`);
  const signal = AbortSignal.timeout(5_000);
  await expect(createInternet().request(url, { address: "127.0.0.1", signal })).rejects.toThrow();
  expect(hellos).toBe(1);
  await new Promise((resolve) => server.close(resolve));
});

it("also asks without encryption, with the headers it is given and no others but the host", async () => {
  const asked: unknown[] = [];
  const server = createHttpServer(({ headers, url }, response) => {
    asked.push([url, headers]);
    response.writeHead(418).end("tea");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = new URL(`http://app.example:${port}/a?b`);
  const signal = AbortSignal.timeout(5_000);
  const request = { address: "127.0.0.1", signal, headers: { accept: "text/html" } };
  const { status, body } = await createInternet().request(url, request);
  expect([status, await textOf(body)]).toEqual([418, "tea"]);
  const headers = { accept: "text/html", host: `app.example:${port}`, connection: "close" };
  expect(asked).toEqual([["/a?b", headers]]);
  server.close();
});

describe("a DNS server that never answers", () => {
  it("delays no other lookup of this process, and its questions are cancelled", async () => {
    const silent = createSocket("udp4");
    let questions = 0;
    silent.on("message", () => {
      questions += 1;
    });
    silent.bind(0, "127.0.0.1");
    await once(silent, "listening");
    const internet = createInternet({ dnsServers: [`127.0.0.1:${silent.address().port}`] });
    const aborts = Array.from({ length: 120 }, () => new AbortController());
    let settled = 0;
    const slow = aborts.map(({ signal }, index) =>
      internet.resolve(`s${index}.attacker.example`, signal).catch((error) => {
        settled += 1;
        return error.code;
      }),
    );
    await expect.poll(() => questions).toBe(240);
    // This one needs a thread of libuv, as a new connection to the database does.
    await lookup("localhost");
    expect(settled).toBe(0);
    for (const abort of aborts) abort.abort();
    expect(new Set(await Promise.all(slow))).toEqual(new Set(["ECANCELLED"]));
    silent.close();
  });
});

describe("through a proxy", () => {
  it("names are not resolved here, and the connection goes to port 443 of the name", async () => {
    const asked: unknown[] = [];
    const proxy = createHttpServer();
    proxy.on("connect", (request, socket) => {
      asked.push([request.url, request.headers["proxy-authorization"]]);
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.on("error", () => undefined);
      socket.once("data", (hello) => {
        asked.push(hello.includes("app.example"));
        socket.end();
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as AddressInfo;
    const internet = createInternet({ proxy: `http://ada:pass%20word@127.0.0.1:${port}` });
    const signal = AbortSignal.timeout(5_000);
    expect(await internet.resolve("app.example", signal)).toBeNull();
    const url = new URL("https://app.example/client.json");
    await expect(internet.request(url, { address: null, signal })).rejects.toThrow();
    const credentials = Buffer.from("ada:pass word").toString("base64");
    expect(asked).toEqual([["app.example:443", `Basic ${credentials}`], true]);
    proxy.closeAllConnections();
    proxy.close();
  });

  it("what is not encrypted is asked of the proxy itself", async () => {
    const asked: unknown[] = [];
    const proxy = createHttpServer(({ url, headers }, response) => {
      asked.push([url, headers.host, headers["proxy-authorization"], headers.accept]);
      response.end("through");
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as AddressInfo;
    const internet = createInternet({ proxy: `http://ada:word@127.0.0.1:${port}` });
    const signal = AbortSignal.timeout(5_000);
    const request = { address: null, signal, headers: { accept: "text/html" } };
    const { body } = await internet.request(new URL("http://site.example/a?b"), request);
    expect(await textOf(body)).toBe("through");
    const credentials = `Basic ${Buffer.from("ada:word").toString("base64")}`;
    expect(asked).toEqual([["http://site.example/a?b", "site.example", credentials, "text/html"]]);
    proxy.close();
  });

  it("that refuses, nothing is read", async () => {
    const proxy = createHttpServer();
    proxy.on("connect", (_, socket) => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"));
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as AddressInfo;
    const internet = createInternet({ proxy: `http://127.0.0.1:${port}` });
    const signal = AbortSignal.timeout(5_000);
    const url = new URL("https://app.example/client.json");
    await expect(internet.request(url, { address: null, signal })).rejects.toThrow(
      "the proxy answered 403",
    );
    proxy.close();
  });
});

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
