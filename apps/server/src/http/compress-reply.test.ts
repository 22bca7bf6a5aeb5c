import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { compressReply } from "./compress-reply.ts";

const LONG = JSON.stringify({ text: "heat pump ".repeat(500) });

it.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, br;q=0", "gzip"],
  ["GZIP", "gzip"],
])("compresses a reply for a client that accepts %s by %s", async (accepted, encoding) => {
  const reply = await compress({ "accept-encoding": accepted });
  expect(reply.headers.get("content-encoding")).toBe(encoding);
  expect(reply.headers.get("vary")).toBe("Accept-Encoding");
  const bytes = Buffer.from(await reply.arrayBuffer());
  expect(bytes.length).toBeLessThan(LONG.length / 10);
  const unpacked = encoding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes);
  expect(unpacked.toString()).toBe(LONG);
});

it.each([
  ["nothing else is accepted", {}, {}],
  ["a program refuses both", { "accept-encoding": "br;q=0, gzip;q=0.0" }, {}],
  ["another site asks", { "accept-encoding": "br", "sec-fetch-site": "cross-site" }, {}],
  [
    "another origin of the site asks",
    { "accept-encoding": "br", "sec-fetch-site": "same-site" },
    {},
  ],
  ["it is short", { "accept-encoding": "br" }, { body: `{"a":1}` }],
  ["it is the reply to a mutation", { "accept-encoding": "br" }, { method: "POST" }],
  ["it is a stream", { "accept-encoding": "br" }, { type: "application/jsonl" }],
])("leaves a reply as it is when %s", async (_why, headers, options) => {
  const reply = await compress(headers, options);
  expect(reply.headers.get("content-encoding")).toBeNull();
  expect(reply.status).toBe(207);
  expect(await reply.text()).toBe("body" in options ? options.body : LONG);
});

function compress(
  headers: Record<string, string>,
  { method = "GET", type = "application/json", body = LONG } = {},
): Promise<Response> {
  const request = new Request("http://127.0.0.1/api/trpc/home.summary", { method, headers });
  const response = new Response(body, { status: 207, headers: { "content-type": type } });
  return compressReply(request, response);
}
