import type { Headers, Network } from "./network.ts";
import { isPublicAddress } from "./public-address.ts";
import { ACCEPTED_ENCODINGS, BodyProblem, readBody } from "./read-body.ts";
import { literalOf, NOT_PUBLIC, targetProblem } from "./target-problem.ts";

export interface FetchOptions {
  readonly accept: string;
  readonly userAgent?: string;
  /** With it the request is a POST. */
  readonly body?: string;
  /** Besides those that every request has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The operator allows any address and port, those of private networks and of this computer included. */
  readonly allowPrivate?: boolean;
  /** Of the body as sent and as unpacked. */
  readonly maxBytes: number;
  /** For everything together, redirects and the last byte included. */
  readonly timeoutMs: number;
  /** With 0 a redirect is an answer like any other. */
  readonly maxRedirects: number;
  readonly allowHttp: boolean;
  /** The body may be packed; otherwise plain bytes are asked for, and a packed body is left as it is. */
  readonly allowPacked: boolean;
  /** Whether the body is worth reading; without it every body is. */
  wants?(status: number, headers: Headers): boolean;
  readonly signal?: AbortSignal;
}

export interface PublicResource {
  readonly status: number;
  readonly finalUrl: string;
  readonly headers: Headers;
  /** Empty when the body was not wanted. */
  readonly bytes: Buffer;
}

/**
 * `refused`: not a public address, another port, credentials in the URL, or another scheme. The detail is for the log
 * only: told to users it would let them scan the internal network.
 */
export interface FetchProblem {
  readonly problem: "refused" | "unreachable" | "slow" | "too_large" | "unreadable" | "redirects";
  readonly detail: string;
}

/**
 * The one way to a resource on the web. Every address of every hop is public before a connection is made, and the
 * connection goes to the very address that was checked. Sends no cookies and no credentials.
 */
export async function fetchPublic(
  network: Network,
  url: string | URL,
  options: FetchOptions,
): Promise<PublicResource | FetchProblem> {
  const { timeoutMs, signal } = options;
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, timeoutMs).unref();
  signal?.addEventListener("abort", end, { once: true });
  const late = new Promise<FetchProblem>((resolve) => {
    const giveUp = () => resolve({ problem: "slow", detail: `no answer within ${timeoutMs} ms` });
    ending.signal.addEventListener("abort", giveUp, { once: true });
  });
  if (signal?.aborted) end();
  try {
    const found = follow(network, url, { ...options, signal: ending.signal });
    return await Promise.race([found.catch(problemOf), late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    // Closes the connection when the body was not read to its end.
    end();
  }
}

type Running = FetchOptions & { readonly signal: AbortSignal };

async function follow(
  network: Network,
  url: string | URL,
  options: Running,
): Promise<PublicResource | FetchProblem> {
  let target = parsed(url);
  for (let hop = 0; ; hop += 1) {
    const problem = target ? targetProblem(target, options) : "no URL";
    if (!target || problem !== null) return { problem: "refused", detail: problem ?? "" };
    const answer = await requestFrom(network, target, options);
    if ("problem" in answer) return answer;
    const next = options.maxRedirects > 0 ? redirectOf(answer) : null;
    if (next === null) return readAnswer(target, answer, options);
    if (hop >= options.maxRedirects) {
      return { problem: "redirects", detail: `more than ${options.maxRedirects} redirects` };
    }
    // A body that nobody reads would keep its connection open.
    answer.close();
    target = parsed(next, target);
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
  close(): void;
}

async function requestFrom(
  network: Network,
  url: URL,
  { accept, userAgent, body, headers: extra, allowPrivate, allowPacked, signal }: Running,
): Promise<Answer | FetchProblem> {
  const literal = literalOf(url.hostname);
  const addresses = literal ? [literal] : await network.resolve(url.hostname, signal);
  const [address = null] = addresses ?? [];
  // One internal address among several is enough for a later connection to reach it.
  const isAllowed = (each: string) => allowPrivate || isPublicAddress(each);
  if (addresses && !(address && addresses.every(isAllowed)))
    return { problem: "refused", detail: NOT_PUBLIC };
  signal.throwIfAborted();
  const hop = new AbortController();
  const close = () => hop.abort();
  signal.addEventListener("abort", close, { once: true });
  const headers = {
    accept,
    "accept-encoding": allowPacked ? ACCEPTED_ENCODINGS : "identity",
    ...(userAgent ? { "user-agent": userAgent } : {}),
    ...extra,
  };
  const response = await network.request(url, { address, signal: hop.signal, headers, body });
  return { ...response, close };
}

async function readAnswer(
  { href, hash }: URL,
  { status, headers, body, close }: Answer,
  { allowPacked, maxBytes, wants }: Running,
): Promise<PublicResource> {
  const finalUrl = href.slice(0, href.length - hash.length);
  if (wants && !wants(status, headers)) {
    close();
    return { status, finalUrl, headers, bytes: Buffer.alloc(0) };
  }
  const encoding = allowPacked ? String(headers["content-encoding"] ?? "") : "";
  return { status, finalUrl, headers, bytes: await readBody(body, { encoding, maxBytes }) };
}

const REDIRECTS = [301, 302, 303, 307, 308];

function redirectOf({ status, headers }: Answer): string | null {
  const { location } = headers;
  return REDIRECTS.includes(status) && typeof location === "string" ? location : null;
}

function parsed(url: string | URL, base?: URL): URL | null {
  return URL.canParse(String(url), base?.href) ? new URL(url, base) : null;
}

function problemOf(error: unknown): FetchProblem {
  if (error instanceof BodyProblem) return { problem: error.reason, detail: error.message };
  const { code, message } = error as NodeJS.ErrnoException;
  return { problem: "unreachable", detail: code ?? message };
}
