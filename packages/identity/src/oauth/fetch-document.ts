import { lookup } from "node:dns/promises";
import { request as httpsRequest } from "node:https";
import { isPublicAddress } from "./public-address.ts";

export interface OutsideReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** The world beyond this server. */
export interface Outside {
  resolve(host: string): Promise<readonly string[]>;
  /** Asks the server at this very address, whatever the name stands for by now, and follows no redirect. */
  get(
    url: URL,
    options: { readonly address: string; readonly signal: AbortSignal },
  ): Promise<OutsideReply>;
  readonly timeoutMs: number;
}

const MAX_DOCUMENT_BYTES = 5 * 1024;

export const INTERNET: Outside = { resolve: addressesOf, get: getFrom, timeoutMs: 5_000 };

/**
 * The JSON object at an https address, or null. Why it could not be had is not told: the answer would let strangers
 * look around in our network.
 */
export async function fetchDocument(
  outside: Outside,
  url: URL,
): Promise<Record<string, unknown> | null> {
  const signal = AbortSignal.timeout(outside.timeoutMs);
  const tooLate = new Promise<null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
  return Promise.race([readDocument(outside, url, signal).catch(() => null), tooLate]);
}

async function readDocument(outside: Outside, url: URL, signal: AbortSignal) {
  const addresses = await outside.resolve(url.hostname);
  const [address] = addresses;
  // One inside address among several is enough to be led there later.
  if (!address || !addresses.every(isPublicAddress) || signal.aborted) return null;
  const reply = await outside.get(url, { address, signal });
  if (reply.status !== 200 || !isPlainJson(reply.headers)) return null;
  const value: unknown = JSON.parse(await readAll(reply.body));
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function isPlainJson(headers: OutsideReply["headers"]): boolean {
  const [type = ""] = String(headers["content-type"] ?? "").split(";");
  const encoding = String(headers["content-encoding"] ?? "identity");
  return /^application\/(json|[\w.-]+\+json)$/i.test(type.trim()) && encoding === "identity";
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > MAX_DOCUMENT_BYTES) throw new Error("The document is too large.");
    chunks.push(chunk);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
}

async function addressesOf(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

function getFrom(
  url: URL,
  { address, signal }: { address: string; signal: AbortSignal },
): Promise<OutsideReply> {
  const family = address.includes(":") ? 6 : 4;
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      url,
      {
        agent: false,
        signal,
        headers: { accept: "application/json", "accept-encoding": "identity" },
        lookup: (_host, options, callback) =>
          options.all ? callback(null, [{ address, family }]) : callback(null, address, family),
      },
      (response) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: response,
        }),
    );
    request.on("error", reject);
    request.end();
  });
}
