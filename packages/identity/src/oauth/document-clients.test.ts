import { setTimeout as delay } from "node:timers/promises";
import type { Network, NetworkResponse } from "@trovella/capture/guard";
import { describe, expect, it } from "vitest";
import { createDocumentCheck } from "./document-access.ts";
import { createDocumentClients } from "./document-clients.ts";

const ID = "https://app.example/client.json";
const DOCUMENT = {
  client_id: ID,
  client_name: "App",
  redirect_uris: ["https://app.example/callback", "http://127.0.0.1/callback"],
};

describe("fetching a client's document", () => {
  it("connects to the IP address that was checked, once in five minutes", async () => {
    const network = fakeNetwork({});
    const clock = { now: new Date(0) };
    const clients = clientsOn(network, () => clock.now);
    expect(await clients.find(ID, "usr_1")).toMatchObject({ name: "App" });
    expect(await clients.find(ID, "usr_1")).toMatchObject({ name: "App" });
    expect(network.requests).toEqual([{ url: ID, address: "93.184.216.34" }]);
    clock.now = new Date(5 * 60 * 1000);
    await clients.find(ID, "usr_1");
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
    expect(await findWith(network)).toBe("unreadable");
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
    ["too much", { body: chunks(JSON.stringify({ ...DOCUMENT, x: "x".repeat(32 * 1024) })) }],
    ["an endless body", { body: endless() }],
    ["no JSON", { body: chunks("{") }],
    ["a list", { body: chunks("[]") }],
    ["null", { body: chunks("null") }],
    ["broken text", { body: chunks(Buffer.from([0x22, 0xff, 0x22])) }],
  ])("accepts no response with %s", async (_, reply) => {
    const network = fakeNetwork({ reply: reply as Partial<NetworkResponse> });
    expect(await findWith(network)).toBe("unreadable");
  });

  it("accepts documents of exactly 32 kilobytes", async () => {
    const padding = 32 * 1024 - JSON.stringify({ ...DOCUMENT, x: "" }).length;
    const body = chunks(JSON.stringify({ ...DOCUMENT, x: "x".repeat(padding) }));
    expect(await findWith(fakeNetwork({ reply: { body } }))).toMatchObject({ name: "App" });
  });

  it.each(["a slow name", "a slow server", "a slow body"])("gives up on %s", async (what) => {
    const network = fakeNetwork({ timeoutMs: 20 });
    if (what === "a slow name") network.resolve = () => new Promise(() => undefined);
    if (what === "a slow server") network.request = () => new Promise(() => undefined);
    if (what === "a slow body")
      network.request = async () => ({ ...okResponse(), body: slowBody() });
    expect(await findWith(network)).toBe("unreadable");
  });

  it("caches a failure for a minute, and warns the operator of its reason", async () => {
    const network = fakeNetwork({ reply: { status: 500 } });
    const clock = { now: new Date(0) };
    const warnings: object[] = [];
    const clients = createDocumentClients({
      network,
      now: () => clock.now,
      warn: (details) => warnings.push(details),
    });
    expect(await clients.find(ID, "usr_1")).toBe("unreadable");
    expect(await clients.find(ID, "usr_1")).toBe("unreadable");
    expect(network.requests).toHaveLength(1);
    expect(warnings).toEqual([{ clientId: ID, problem: "status 500" }]);
    clock.now = new Date(60 * 1000);
    await clients.find(ID, "usr_1");
    expect(network.requests).toHaveLength(2);
  });

  it("says when the document was read but cannot be used", async () => {
    const body = chunks(JSON.stringify({ ...DOCUMENT, client_id: "https://other.example/x" }));
    expect(await findWith(fakeNetwork({ reply: { body } }))).toBe("unsupported");
  });

  it("caches at most two hundred clients", async () => {
    const network = fakeNetwork({});
    const clients = clientsOn(network);
    network.request = async (url) => {
      network.requests.push({ url: url.href, address: "" });
      return {
        ...okResponse(),
        body: chunks(JSON.stringify({ ...DOCUMENT, client_id: url.href })),
      };
    };
    const find = (index: number) => clients.find(`https://app.example/${index}`, "usr_1");
    for (let index = 0; index <= 200; index += 1)
      expect(await find(index)).toMatchObject({ name: "App" });
    expect(network.requests).toHaveLength(201);
    await find(200);
    expect(network.requests).toHaveLength(201);
    await find(0);
    expect(network.requests).toHaveLength(202);
  });
});

describe("concurrent fetches", () => {
  it("are at most 8 in all, 2 for a user and 1 for a host; the others are refused at once", async () => {
    const network = fakeNetwork({ timeoutMs: 50 });
    const asked: string[] = [];
    network.resolve = (host) => {
      asked.push(host);
      return new Promise(() => undefined);
    };
    const clients = clientsOn(network);
    const find = (host: string, userId: string) => clients.find(`https://${host}/c.json`, userId);
    const answers = await Promise.all([
      find("host.example", "usr_a"),
      find("host.example", "usr_b"),
      clients.find("https://host.example/other.json", "usr_c"),
      find("a2.example", "usr_a"),
      find("a3.example", "usr_a"),
      ...Array.from({ length: 120 }, (_, index) => find(`s${index}.example`, `usr_${index}`)),
    ]);
    expect(asked).toHaveLength(8);
    // The same document is fetched once for all who wait for it.
    expect(answers.slice(0, 5)).toEqual([
      ...["unreadable", "unreadable", "busy"],
      ...["unreadable", "busy"],
    ]);
    expect(answers.filter((answer) => answer === "busy")).toHaveLength(125 - 9);
    expect(await find("later.example", "usr_a")).toBe("unreadable");
    expect(asked).toHaveLength(9);
  });
});

describe("whether documents can be read", () => {
  const check = (network: Network, clock = { now: 0 }) => {
    const warnings: string[] = [];
    const isReadable = createDocumentCheck({
      network,
      now: () => new Date(clock.now),
      warn: (_, message) => warnings.push(message),
    });
    return { isReadable, warnings };
  };

  it("is checked once, with the documents of widespread clients", async () => {
    const network = fakeNetwork({});
    const { isReadable, warnings } = check(network);
    expect(await Promise.all([isReadable(), isReadable()])).toEqual([true, true]);
    expect(await isReadable()).toBe(true);
    expect(network.requests).toHaveLength(2);
    expect(warnings).toEqual([]);
  });

  it("is checked again after ten minutes when it failed, and the operator is warned once", async () => {
    const network = fakeNetwork({ addresses: [] });
    const clock = { now: 0 };
    const { isReadable, warnings } = check(network, clock);
    expect([await isReadable(), await isReadable()]).toEqual([false, false]);
    expect(warnings).toEqual([expect.stringContaining("TROVELLA_CLIENT_DOCUMENTS=off")]);
    network.resolve = async () => ["93.184.216.34"];
    clock.now = 10 * 60 * 1000 - 1;
    expect(await isReadable()).toBe(false);
    expect(network.requests).toEqual([]);
    clock.now += 1;
    // The old answer is given without a delay.
    expect(await isReadable()).toBe(false);
    await expect.poll(isReadable).toBe(true);
    expect(warnings).toHaveLength(1);
  });
});

function findWith(network: Network) {
  return clientsOn(network).find(ID, "usr_1");
}

function clientsOn(network: Network, now = () => new Date(0)) {
  return createDocumentClients({ network, now, warn: () => undefined });
}

type FakeNetwork = { -readonly [Key in keyof Network]: Network[Key] } & {
  readonly requests: { url: string; address: string | null }[];
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
    request: async (url, { address }) => {
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
