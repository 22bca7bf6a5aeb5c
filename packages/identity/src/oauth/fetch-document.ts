import { isPublicAddress } from "./public-address.ts";

export interface NetworkResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Access to the internet; tests replace it. */
export interface Network {
  /** Null when a proxy resolves the name. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[] | null>;
  /** Connects to this IP address, even if the name resolves differently by now (DNS rebinding); follows no redirect. */
  get(
    url: URL,
    options: { readonly address: string | null; readonly signal: AbortSignal },
  ): Promise<NetworkResponse>;
  readonly timeoutMs: number;
}

/** The problem is for the log only: told to users it would let them scan the internal network. */
export type FetchedDocument =
  | { readonly document: Readonly<Record<string, unknown>> }
  | { readonly problem: string };

const MAX_DOCUMENT_BYTES = 32 * 1024;

/** The JSON object at an https URL. */
export async function fetchDocument(network: Network, url: URL): Promise<FetchedDocument> {
  const signal = AbortSignal.timeout(network.timeoutMs);
  const timeout = new Promise<FetchedDocument>((resolve) => {
    const giveUp = () => resolve({ problem: `no answer within ${network.timeoutMs} ms` });
    signal.addEventListener("abort", giveUp, { once: true });
  });
  return Promise.race([readDocument(network, url, signal).catch(problemOf), timeout]);
}

async function readDocument(
  network: Network,
  url: URL,
  signal: AbortSignal,
): Promise<FetchedDocument> {
  const addresses = await network.resolve(url.hostname, signal);
  const [address = null] = addresses ?? [];
  // One internal address among several is enough for a later connection to reach it.
  if (addresses && !(address && addresses.every(isPublicAddress)))
    return { problem: "its host has no public IP address" };
  signal.throwIfAborted();
  const response = await network.get(url, { address, signal });
  if (response.status !== 200) return { problem: `status ${response.status}` };
  if (!isPlainJson(response.headers)) return { problem: "not plain JSON" };
  const value: unknown = JSON.parse(await readAll(response.body));
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? { document: value as Record<string, unknown> }
    : { problem: "not a JSON object" };
}

function problemOf(error: unknown): FetchedDocument {
  const { code, message } = error as NodeJS.ErrnoException;
  return { problem: code ?? message };
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
