import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import {
  type LoopbackNetwork,
  PUBLIC_ADDRESS,
  startLoopbackNetwork,
} from "@trovella/testing/capture/loopback-network";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FetchOptions, fetchPublic } from "./fetch-public.ts";

const OPTIONS: FetchOptions = {
  accept: "text/html, */*;q=0.5",
  userAgent: "Trovella/1.2.3 (+source check)",
  maxBytes: 5_000_000,
  timeoutMs: 10_000,
  maxRedirects: 5,
  allowHttp: true,
  allowPacked: true,
};

type Page = (request: IncomingMessage, response: ServerResponse) => void;

const ok: Page = (_, response) => response.end("Hello.");
let page: Page = ok;
let addresses: Record<string, string[]> = {};
let network: LoopbackNetwork;
beforeEach(async () => {
  page = ok;
  addresses = {};
  network = await startLoopbackNetwork(
    (request, response) => page(request, response),
    (host) => addresses[host] ?? [PUBLIC_ADDRESS],
  );
});
afterEach(() => network.close());

describe("a public resource", () => {
  it("is read from the address that was checked, with its status, headers and last URL", async () => {
    page = (_, response) => response.writeHead(200, { "content-type": "text/plain" }).end("Hé.");
    const found = await get("https://site.example/a?b=1#c");
    expect(found).toMatchObject({
      status: 200,
      finalUrl: "https://site.example/a?b=1",
      headers: { "content-type": "text/plain" },
    });
    expect(textOf(found)).toBe("Hé.");
    expect(network.requests).toEqual([
      { url: "https://site.example/a?b=1#c", address: PUBLIC_ADDRESS },
    ]);
  });

  it("is asked for with our name, without cookies, credentials or a referrer, also after a redirect", async () => {
    const asked: unknown[] = [];
    page = ({ headers, url }, response) => {
      asked.push(headers);
      if (url !== "/a") return void response.end("Hello.");
      response.writeHead(302, { location: "http://b.example/b", "set-cookie": "id=1" }).end();
    };
    expect(await get("http://a.example/a")).toMatchObject({ finalUrl: "http://b.example/b" });
    const sent = (host: string) => ({
      host,
      accept: OPTIONS.accept,
      "accept-encoding": "gzip, deflate, br",
      "user-agent": "Trovella/1.2.3 (+source check)",
      connection: "close",
    });
    expect(asked).toEqual([sent("a.example"), sent("b.example")]);
  });

  it("may be at a public IP address itself", async () => {
    await get("http://93.184.216.34/");
    await get("http://[2606:4700:4700::1111]/");
    // The same as the first, written as one number.
    await get("http://1572395042/");
    expect(network.requests.map(({ address }) => address)).toEqual([
      "93.184.216.34",
      "2606:4700:4700::1111",
      "93.184.216.34",
    ]);
  });

  it("that is dead or broken is an answer, not a problem", async () => {
    page = (_, response) => response.writeHead(404).end("Gone.");
    expect(await get("https://site.example/")).toMatchObject({ status: 404 });
  });

  it("is not read when it is not wanted, and its connection is closed", async () => {
    let closed: Promise<unknown> | undefined;
    page = (request, response) => {
      closed = new Promise((resolve) => request.socket.on("close", resolve));
      response.writeHead(200, { "content-type": "video/mp4" });
      response.write("x".repeat(100_000));
    };
    const wants = (_: number, headers: Record<string, unknown>) =>
      headers["content-type"] !== "video/mp4";
    const found = await get("https://site.example/", { wants: wants as FetchOptions["wants"] });
    expect(found).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
    await closed;
  });
});

describe("redirects", () => {
  it("are followed five times, absolute and relative", async () => {
    page = ({ url }, response) => {
      const number = Number(url?.slice(1));
      if (number === 5) return void response.end("There.");
      const next = `${number + 1}`;
      const location = number % 2 ? `//other.example/${next}` : next;
      response.writeHead([301, 302, 303, 307, 308][number] ?? 0, { location }).end();
    };
    expect(await get("https://site.example/0")).toMatchObject({
      status: 200,
      finalUrl: "https://other.example/5",
    });
    expect(network.requests).toHaveLength(6);
  });

  it("in a loop end after five", async () => {
    page = (_, response) => response.writeHead(302, { location: "/again" }).end();
    expect(await get("https://site.example/")).toMatchObject({ problem: "redirects" });
    expect(network.requests).toHaveLength(6);
  });

  it("are not followed where none are allowed", async () => {
    page = (_, response) => response.writeHead(302, { location: "/there" }).end();
    expect(await get("https://site.example/", { maxRedirects: 0 })).toMatchObject({ status: 302 });
    expect(network.requests).toHaveLength(1);
  });

  it.each([1, 2, 3, 4, 5])("into a private address are refused at hop %i", async (hop) => {
    for (const bad of [
      `http://127.0.0.1:${network.port}/`,
      "http://127.0.0.1/",
      "http://169.254.169.254/latest/meta-data/",
      "http://[::ffff:127.0.0.1]/",
      "http://2130706433/",
      "http://inside.example/",
      "http://localhost./",
      "http://user:word@site.example/",
      "ftp://site.example/",
      "file:///etc/passwd",
      "javascript:alert(1)",
    ]) {
      addresses["inside.example"] = ["10.0.0.7"];
      network.requests.length = 0;
      page = ({ url }, response) => {
        const number = Number(url?.slice(1));
        const location = number === hop ? bad : `/${number + 1}`;
        response.writeHead(302, { location }).end();
      };
      expect(await get("https://site.example/1"), bad).toMatchObject({ problem: "refused" });
      expect(network.requests).toHaveLength(hop);
    }
  });
});

describe("a name", () => {
  it.each([
    [["127.0.0.1"]],
    [[PUBLIC_ADDRESS, "10.0.0.1"]],
    [["10.0.0.1", PUBLIC_ADDRESS]],
    [["::1"]],
    [["::ffff:169.254.169.254"]],
    [["64:ff9b::a9fe:a9fe"]],
    [["fe80::1%eth0"]],
    [[]],
    [["not an address"]],
  ])("that leads to %j is refused before a connection is made", async (given) => {
    addresses["inside.example"] = given;
    expect(await get("http://inside.example/")).toMatchObject({ problem: "refused" });
    expect(network.connections()).toBe(0);
  });

  it("is resolved once a hop, and the connection goes to the address that was checked (DNS rebinding)", async () => {
    let round = 0;
    const rebinding = {
      ...network,
      resolve: async () => {
        round += 1;
        return round === 1 ? [PUBLIC_ADDRESS] : ["127.0.0.1"];
      },
    };
    expect(await fetchPublic(rebinding, "http://site.example/", OPTIONS)).toMatchObject({
      status: 200,
    });
    expect(round).toBe(1);
    expect(network.requests).toEqual([{ url: "http://site.example/", address: PUBLIC_ADDRESS }]);
  });

  it("that leads elsewhere when a redirect comes back to it is refused", async () => {
    page = (_, response) => {
      addresses["site.example"] = ["192.168.1.1"];
      response.writeHead(302, { location: "/" }).end();
    };
    expect(await get("http://site.example/")).toMatchObject({ problem: "refused" });
    expect(network.requests).toHaveLength(1);
  });

  it("that a proxy resolves is requested without an address, but no private name or address", async () => {
    const proxied = { ...network, resolve: async () => null };
    const found = await fetchPublic(proxied, "http://site.example/", OPTIONS);
    expect(found).toMatchObject({ status: 200 });
    expect(network.requests).toEqual([{ url: "http://site.example/", address: null }]);
    for (const url of ["http://localhost/", "http://10.0.0.1/", "http://[::1]/", "http://nas/"])
      expect(await fetchPublic(proxied, url, OPTIONS)).toMatchObject({ problem: "refused" });
    expect(network.requests).toHaveLength(1);
  });

  it("that cannot be resolved is unreachable", async () => {
    const failing = {
      ...network,
      resolve: async () => {
        throw Object.assign(new Error("queryA ENOTFOUND"), { code: "ENOTFOUND" });
      },
    };
    expect(await fetchPublic(failing, "http://site.example/", OPTIONS)).toEqual({
      problem: "unreachable",
      detail: "ENOTFOUND",
    });
  });
});

describe("time", () => {
  const trickle = (response: ServerResponse, bytes: Buffer) => {
    let sent = 0;
    const timer = setInterval(() => {
      response.write(bytes.subarray(sent, sent + 1));
      sent += 1;
    }, 5);
    response.on("close", () => clearInterval(timer));
  };
  const pages: Record<string, Page> = {
    "a slow name": ok,
    "a silent server": () => undefined,
    "a trickle": (_, response) => trickle(response, Buffer.alloc(10_000, "x")),
    "a trickle of packed bytes": (_, response) => {
      response.setHeader("content-encoding", "gzip");
      trickle(response, gzipSync(randomBytes(10_000)));
    },
  };

  it.each(Object.keys(pages))("is limited for %s", async (what) => {
    page = pages[what] ?? ok;
    const resolve = () => new Promise<never>(() => undefined);
    const asked = what === "a slow name" ? { ...network, resolve } : network;
    const found = await fetchPublic(asked, "http://site.example/", { ...OPTIONS, timeoutMs: 150 });
    expect(found).toEqual({ problem: "slow", detail: "no answer within 150 ms" });
  });

  it("is one limit for all redirects", async () => {
    page = (_, response) =>
      setTimeout(() => response.writeHead(302, { location: "/next" }).end(), 60);
    const found = await get("http://site.example/", { timeoutMs: 150 });
    expect(found).toMatchObject({ problem: "slow" });
  });

  it("ends when the caller gives up, and so does the connection", async () => {
    const giveUp = new AbortController();
    let closed: Promise<unknown> | undefined;
    page = (request) => {
      closed = new Promise((resolve) => request.socket.on("close", resolve));
      giveUp.abort();
    };
    expect(await get("http://site.example/", { signal: giveUp.signal })).toMatchObject({
      problem: "slow",
    });
    await closed;
  });

  it("a connection that breaks makes it unreachable", async () => {
    page = (request) => request.socket.destroy();
    expect(await get("http://site.example/")).toMatchObject({ problem: "unreachable" });
    page = (request, response) => {
      response.writeHead(200, { "content-length": 100 });
      response.write("half", () => request.socket.destroy());
    };
    expect(await get("http://site.example/")).toMatchObject({ problem: "unreachable" });
  });
});

describe("size", () => {
  it("may be the limit and not a byte more", async () => {
    const bytes = Buffer.alloc(5_000_000, "x");
    page = (_, response) => response.end(bytes);
    expect(textOf(await get("http://site.example/"))).toHaveLength(5_000_000);
    page = (_, response) => response.end(Buffer.concat([bytes, Buffer.from("x")]));
    expect(await get("http://site.example/")).toMatchObject({ problem: "too_large" });
  });

  it("of an endless body is limited, too", async () => {
    page = (_, response) => {
      const chunk = Buffer.alloc(64_000);
      const more = () => {
        while (response.write(chunk));
        response.once("drain", more);
      };
      more();
    };
    expect(await get("http://site.example/")).toMatchObject({ problem: "too_large" });
  });

  const pack: Record<string, (bytes: Buffer) => Buffer> = {
    gzip: gzipSync,
    // The best quality takes seconds for zeros that the fourth packs as well.
    br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    deflate: deflateSync,
    "gzip, gzip": (bytes) => gzipSync(gzipSync(bytes)),
  };

  it.each(Object.keys(pack))(
    "is counted after unpacking: a bomb of %s is too large",
    async (how) => {
      const bomb = pack[how]?.(Buffer.alloc(100_000_000)) ?? Buffer.alloc(0);
      expect(bomb.length).toBeLessThan(200_000);
      page = (_, response) => response.setHeader("content-encoding", how).end(bomb);
      const before = process.memoryUsage().arrayBuffers;
      expect(await get("http://site.example/")).toMatchObject({ problem: "too_large" });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
    },
  );
});

describe("a packed body", () => {
  const text = "Packed and unpacked. ".repeat(1_000);
  it.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["GZIP", gzipSync(text)],
    ["br", brotliCompressSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["deflate, gzip", gzipSync(deflateSync(text))],
    ["identity", Buffer.from(text)],
  ])("is unpacked: %s", async (encoding, bytes) => {
    page = (_, response) => response.setHeader("content-encoding", encoding).end(bytes);
    expect(textOf(await get("http://site.example/"))).toBe(text);
  });

  it.each([
    ["gzip", Buffer.from("not packed")],
    ["br", Buffer.from("not packed at all")],
    ["gzip", gzipSync(text).subarray(0, 40)],
    ["zstd", Buffer.from("unknown")],
    ["gzip, gzip, gzip", gzipSync(text)],
  ])("that is broken or unknown is unreadable: %s", async (encoding, bytes) => {
    page = (_, response) => response.setHeader("content-encoding", encoding).end(bytes);
    expect(await get("http://site.example/")).toMatchObject({ problem: "unreadable" });
  });

  it("may be empty", async () => {
    page = (_, response) => response.setHeader("content-encoding", "gzip").end();
    expect(textOf(await get("http://site.example/"))).toBe("");
  });
});

function get(url: string, options: Partial<FetchOptions> = {}) {
  return fetchPublic(network, url, { ...OPTIONS, ...options });
}

function textOf(found: Awaited<ReturnType<typeof fetchPublic>>): string {
  if ("problem" in found) throw new Error(found.detail);
  return found.bytes.toString("utf8");
}
