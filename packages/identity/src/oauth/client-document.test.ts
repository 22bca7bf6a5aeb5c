import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createDocumentClients, isDocumentUrl, readClientDocument } from "./client-document.ts";
import type { Network, NetworkResponse } from "./fetch-document.ts";

const ID = "https://app.example/client.json";
const DOCUMENT = {
  client_id: ID,
  client_name: "App",
  redirect_uris: ["https://app.example/callback", "http://127.0.0.1/callback"],
};

describe("the URL of a client's document", () => {
  it.each([
    ID,
    "https://app.example/a/b?c=d",
    "https://sub.app.example:8443/x",
    "https://xn--bcher-kva.example/x",
  ])("can be %s", (id) => {
    expect(isDocumentUrl(id)).toBe(true);
  });

  it.each([
    "http://app.example/client.json",
    "https://app.example",
    "https://app.example/",
    "https://app.example/client.json#x",
    "https://user@app.example/client.json",
    "https://user:pass@app.example/client.json",
    "https://app.example/../client.json",
    "https://app.example/a/./b",
    "https://app.example/a/%2e%2e/b",
    "https://APP.example/client.json",
    "https://app.example:443/client.json",
    "https://127.0.0.1/client.json",
    "https://2130706433/client.json",
    "https://0x7f.1/client.json",
    "https://0177.0.0.1/client.json",
    "https://127.1/client.json",
    "https://[::1]/client.json",
    "https://[::ffff:127.0.0.1]/client.json",
    "https://localhost/client.json",
    "https://intranet/client.json",
    "https://app.example./client.json",
    "https://app。example/client.json",
    "https://app.example\\client.json",
    "https://app.example/a b",
    "ftp://app.example/client.json",
    "client_0000",
    "",
    `https://app.example/${"x".repeat(500)}`,
  ])("cannot be %s", (id) => {
    expect(isDocumentUrl(id)).toBe(false);
  });
});

describe("a client's document", () => {
  it("gives name and redirect URIs of the client", () => {
    expect(readClientDocument(ID, DOCUMENT)).toEqual({
      id: ID,
      name: "App",
      redirectUris: DOCUMENT.redirect_uris,
    });
    const nameless = readClientDocument(ID, { ...DOCUMENT, client_name: undefined });
    expect(nameless?.name).toBe("app.example");
  });

  it.each([
    { client_id: "https://app.example/other.json" },
    { client_id: undefined },
    { redirect_uris: undefined },
    { redirect_uris: [] },
    { redirect_uris: ["http://evil.example/"] },
    { redirect_uris: ["https://app.example/", "javascript:alert(1)"] },
    { redirect_uris: Array.from({ length: 21 }, () => "https://app.example/") },
    { token_endpoint_auth_method: "client_secret_basic" },
    { token_endpoint_auth_method: "private_key_jwt" },
    { client_secret: "x" },
  ])("is of no use with %o", (changes) => {
    expect(readClientDocument(ID, { ...DOCUMENT, ...changes })).toBeNull();
  });
});

describe("fetching a client's document", () => {
  it("connects to the IP address that was checked, once in five minutes", async () => {
    const network = fakeNetwork({});
    const clock = { now: new Date(0) };
    const clients = createDocumentClients(network, () => clock.now);
    expect(await clients.find(ID)).toMatchObject({ name: "App" });
    expect(await clients.find(ID)).toMatchObject({ name: "App" });
    expect(network.requests).toEqual([{ url: ID, address: "93.184.216.34" }]);
    clock.now = new Date(5 * 60 * 1000);
    await clients.find(ID);
    expect(network.requests).toHaveLength(2);
  });

  it.each([
    [["127.0.0.1"]],
    [["93.184.216.34", "10.0.0.1"]],
    [["10.0.0.1", "93.184.216.34"]],
    [["::1"]],
    [["::ffff:169.254.169.254"]],
    [["169.254.169.254"]],
    [["64:ff9b::a9fe:a9fe"]],
    [[]],
    [["not an address"]],
  ])("does not connect to %j", async (addresses) => {
    const network = fakeNetwork({ addresses });
    expect(await findWith(network)).toBeNull();
    expect(network.requests).toEqual([]);
  });

  it("resolves the name once, against DNS rebinding", async () => {
    let round = 0;
    const network = fakeNetwork({});
    network.resolve = async () => {
      round += 1;
      return round === 1 ? ["93.184.216.34"] : ["127.0.0.1"];
    };
    await findWith(network);
    expect(round).toBe(1);
    expect(network.requests).toEqual([{ url: ID, address: "93.184.216.34" }]);
  });

  it.each([
    ["a redirect", { status: 302, headers: { location: "http://127.0.0.1/" } }],
    ["an error", { status: 500 }],
    ["nothing there", { status: 404 }],
    ["HTML", { headers: { "content-type": "text/html" } }],
    ["no type", { headers: {} }],
    [
      "something packed",
      { headers: { "content-type": "application/json", "content-encoding": "gzip" } },
    ],
    ["too much", { body: chunks(JSON.stringify({ ...DOCUMENT, x: "x".repeat(5 * 1024) })) }],
    ["an endless body", { body: endless() }],
    ["no JSON", { body: chunks("{") }],
    ["a list", { body: chunks("[]") }],
    ["null", { body: chunks("null") }],
    ["broken text", { body: chunks(Buffer.from([0x22, 0xff, 0x22])) }],
  ])("accepts no response with %s", async (_, reply) => {
    expect(await findWith(fakeNetwork({ reply: reply as Partial<NetworkResponse> }))).toBeNull();
  });

  it("accepts documents of exactly five kilobytes", async () => {
    const padding = 5 * 1024 - JSON.stringify({ ...DOCUMENT, x: "" }).length;
    const body = chunks(JSON.stringify({ ...DOCUMENT, x: "x".repeat(padding) }));
    expect(await findWith(fakeNetwork({ reply: { body } }))).not.toBeNull();
  });

  it.each(["a slow name", "a slow server", "a slow body"])("gives up on %s", async (what) => {
    const network = fakeNetwork({ timeoutMs: 20 });
    if (what === "a slow name") network.resolve = () => new Promise(() => undefined);
    if (what === "a slow server") network.get = () => new Promise(() => undefined);
    if (what === "a slow body") network.get = async () => ({ ...okResponse(), body: slowBody() });
    expect(await findWith(network)).toBeNull();
  });

  it("caches no failure, and at most two hundred clients", async () => {
    const network = fakeNetwork({});
    const clients = createDocumentClients(network, () => new Date(0));
    network.get = async () => {
      throw new Error("refused");
    };
    expect(await clients.find(ID)).toBeNull();
    network.get = async (url) => {
      network.requests.push({ url: url.href, address: "" });
      return {
        ...okResponse(),
        body: chunks(JSON.stringify({ ...DOCUMENT, client_id: url.href })),
      };
    };
    for (let index = 0; index <= 200; index += 1)
      expect(await clients.find(`https://app.example/${index}`)).not.toBeNull();
    expect(network.requests).toHaveLength(201);
    await clients.find("https://app.example/200");
    expect(network.requests).toHaveLength(201);
    await clients.find("https://app.example/0");
    expect(network.requests).toHaveLength(202);
  });
});

function findWith(network: Network) {
  return createDocumentClients(network, () => new Date(0)).find(ID);
}

type FakeNetwork = { -readonly [Key in keyof Network]: Network[Key] } & {
  readonly requests: { url: string; address: string }[];
};

function fakeNetwork({
  addresses = ["93.184.216.34"],
  reply = {},
  timeoutMs = 2_000,
}: {
  addresses?: string[];
  reply?: Partial<NetworkResponse>;
  timeoutMs?: number;
}): FakeNetwork {
  const requests: FakeNetwork["requests"] = [];
  return {
    requests,
    timeoutMs,
    resolve: async () => addresses,
    get: async (url, { address }) => {
      requests.push({ url: url.href, address });
      return { ...okResponse(), ...reply };
    },
  };
}

function okResponse(): NetworkResponse {
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: chunks(JSON.stringify(DOCUMENT)),
  };
}

async function* chunks(content: string | Buffer): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content as string);
}

async function* endless(): AsyncGenerator<Uint8Array> {
  while (true) yield Buffer.from("[".repeat(1_000));
}

async function* slowBody(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("{");
  await delay(60_000, undefined, { ref: false });
}
