import { lookup } from "node:dns/promises";
import { request as httpsRequest } from "node:https";
import { isPublicAddress } from "./public-address.ts";

export interface NetworkResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Access to the internet; tests replace it. */
export interface Network {
  resolve(host: string): Promise<readonly string[]>;
  /** Connects to this IP address, even if the name resolves differently by now (DNS rebinding); follows no redirect. */
  get(
    url: URL,
    options: { readonly address: string; readonly signal: AbortSignal },
  ): Promise<NetworkResponse>;
  readonly timeoutMs: number;
}

const MAX_DOCUMENT_BYTES = 5 * 1024;

export const INTERNET: Network = { resolve: addressesOf, get: getFrom, timeoutMs: 5_000 };

/**
 * The JSON object at an https URL, or null. The reason of a failure is not reported, since it would let strangers scan
 * the internal network.
 */
export async function fetchDocument(
  network: Network,
  url: URL,
): Promise<Record<string, unknown> | null> {
  const signal = AbortSignal.timeout(network.timeoutMs);
  const timeout = new Promise<null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
  });
  return Promise.race([readDocument(network, url, signal).catch(() => null), timeout]);
}

async function readDocument(network: Network, url: URL, signal: AbortSignal) {
  const addresses = await network.resolve(url.hostname);
  const [address] = addresses;
  // One internal address among several is enough for a later connection to reach it.
  if (!address || !addresses.every(isPublicAddress) || signal.aborted) return null;
  const response = await network.get(url, { address, signal });
  if (response.status !== 200 || !isPlainJson(response.headers)) return null;
  const value: unknown = JSON.parse(await readAll(response.body));
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function isPlainJson(headers: NetworkResponse["headers"]): boolean {
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
): Promise<NetworkResponse> {
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
