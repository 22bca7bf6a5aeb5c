import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createRemoteEmbedder } from "./remote-embedder.ts";

interface Asked {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: { input: string[]; model: string };
}

let server: Server;
const asked: Asked[] = [];
afterEach(async () => {
  asked.length = 0;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it("asks for vectors as OpenAI's endpoint is asked, and makes them length 1", async () => {
  const embedder = await connect((body) => answer(body.input.map((_, index) => [3 * index, 4])));
  const vectors = await embedder.embed(["one", "two"]);
  expect(vectors).toEqual([Float32Array.from([0, 1]), Float32Array.from([0.6, 0.8])]);
  const [request] = asked;
  expect(request?.url).toBe("/v1/embeddings");
  expect(request?.headers.authorization).toBe("Bearer key");
  expect(request?.body).toMatchObject({ model: "m", input: ["one", "two"] });
});

it("asks in bounded portions, and takes the vectors in the order of the texts", async () => {
  const embedder = await connect((body) => {
    const data = body.input.map((text, index) => ({ index, embedding: [Number(text), 1] }));
    return { status: 200, body: { data: data.toReversed() } };
  });
  const vectors = await embedder.embed(Array.from({ length: 70 }, (_, index) => String(index)));
  expect(asked.map(({ body }) => body.input.length)).toEqual([32, 32, 6]);
  const numbers = vectors.map(([first = 0, second = 1]) => Math.round(first / second));
  expect(numbers).toEqual(Array.from({ length: 70 }, (_, index) => index));
});

it.each([429, 500, 503])("tries again after %i", async (status) => {
  const embedder = await connect(() => (asked.length < 3 ? { status } : answer([[1, 0]])));
  expect(await embedder.embed(["one"])).toHaveLength(1);
  expect(asked).toHaveLength(3);
});

it.each([400, 401, 404])("does not try again after %i", async (status) => {
  const embedder = await connect(() => ({ status }));
  await expect(embedder.embed(["one"])).rejects.toThrow(
    `The embedding endpoint answered ${status}. Next: check its URL, key and model.`,
  );
  expect(asked).toHaveLength(1);
});

it("gives up in the end", async () => {
  const embedder = await connect(() => ({ status: 503 }));
  await expect(embedder.embed(["one"])).rejects.toThrow("503");
  expect(asked).toHaveLength(4);
});

it("follows no redirect with its key", async () => {
  const embedder = await connect(() => ({ status: 307, headers: { location: "/elsewhere" } }));
  await expect(embedder.embed(["one"])).rejects.toThrow();
  expect(asked.map(({ url }) => url)).toEqual(["/v1/embeddings"]);
});

it("times out", async () => {
  const embedder = await connect(() => null, { timeoutMs: 100 });
  await expect(embedder.embed(["one"])).rejects.toThrow(/time/i);
});

it.each([
  ["too few", { data: [] }],
  ["none", {}],
  ["nothing", null],
  ["of another size", { data: [{ index: 0, embedding: [1, 2, 3] }] }],
  ["without direction", { data: [{ index: 0, embedding: [0, 0] }] }],
  ["of no numbers", { data: [{ index: 0, embedding: ["a", null] }] }],
  ["for another text", { data: [{ index: 7, embedding: [1, 0] }] }],
])("refuses vectors that are %s", async (_name, body) => {
  const embedder = await connect(() => ({ status: 200, body }));
  await expect(embedder.embed(["one"])).rejects.toThrow("The embedding endpoint answered with");
});

it("reads no more than any honest answer needs", async () => {
  const embedder = await connect(() => ({ status: 200, body: "x".repeat(33 * 1024 * 1024) }));
  await expect(embedder.embed(["one"])).rejects.toThrow("answered with far too much");
});

type Answer = { status: number; headers?: Record<string, string>; body?: unknown } | null;

function answer(vectors: number[][]): Answer {
  return { status: 200, body: { data: vectors.map((embedding, index) => ({ index, embedding })) } };
}

async function connect(
  reply: (body: Asked["body"]) => Answer,
  options: { timeoutMs?: number } = {},
) {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = JSON.parse(Buffer.concat(parts).toString() || "{}");
    asked.push({ url: request.url, headers: request.headers, body });
    const given = reply(body);
    if (!given) return;
    response.writeHead(given.status, given.headers).end(JSON.stringify(given.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1/`;
  return createRemoteEmbedder({
    baseUrl,
    model: "m",
    dimensions: 2,
    apiKey: "key",
    retryMs: 1,
    ...options,
  });
}
