import { Resolver } from "node:dns/promises";
import { request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Network, NetworkResponse } from "./fetch-document.ts";

interface InternetOptions {
  /** URL of an HTTP proxy that all requests go through; it resolves names and decides what can be reached. */
  readonly proxy?: string | undefined;
  /** DNS servers instead of the system's. */
  readonly dnsServers?: readonly string[];
}

const TIMEOUT_MS = 5_000;
const DNS_TIMEOUT_MS = 2_000;

export function createInternet({ proxy, dnsServers }: InternetOptions = {}): Network {
  const timeoutMs = TIMEOUT_MS;
  if (!proxy) {
    const resolve = (host: string, signal: AbortSignal) => addressesOf(host, signal, dnsServers);
    return { resolve, get: getFrom, timeoutMs };
  }
  const proxyUrl = new URL(proxy);
  return {
    resolve: async () => null,
    async get(url, { signal }) {
      const socket = await openTunnel(proxyUrl, { host: url.hostname, signal });
      const createConnection = () => connectTls({ socket, servername: url.hostname });
      // An agent, even a new one, would make its own connection.
      return get(url, { signal, createConnection, agent: undefined });
    },
    timeoutMs,
  };
}

/**
 * With c-ares instead of `dns.lookup`: that runs getaddrinfo in libuv's few threads and cannot be cancelled, so that
 * names that resolve slowly would delay every other lookup, the database's among them.
 */
async function addressesOf(
  host: string,
  signal: AbortSignal,
  dnsServers: readonly string[] | undefined,
): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
  if (dnsServers) resolver.setServers(dnsServers);
  signal.addEventListener("abort", () => resolver.cancel(), { once: true });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [ipv4, ipv6].flatMap((answer) =>
    answer.status === "fulfilled" ? answer.value : [],
  );
  if (found.length === 0 && ipv4.status === "rejected") throw ipv4.reason;
  return found;
}

function getFrom(
  url: URL,
  { address, signal }: { readonly address: string | null; readonly signal: AbortSignal },
): Promise<NetworkResponse> {
  if (address === null) throw new Error("Without a proxy an IP address is needed.");
  const family = address.includes(":") ? 6 : 4;
  return get(url, {
    signal,
    lookup: (_host, options, callback) =>
      options.all ? callback(null, [{ address, family }]) : callback(null, address, family),
  });
}

function get(url: URL, options: RequestOptions): Promise<NetworkResponse> {
  const headers = { accept: "application/json", "accept-encoding": "identity" };
  return new Promise((resolve, reject) => {
    const request = httpsRequest(url, { agent: false, headers, ...options }, (response) =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response }),
    );
    request.on("error", reject);
    request.end();
  });
}

/** A connection to port 443 of the host through the proxy (CONNECT, RFC 9110). */
function openTunnel(
  { hostname, port, username, password }: URL,
  { host, signal }: { readonly host: string; readonly signal: AbortSignal },
): Promise<Socket> {
  const target = `${host}:443`;
  const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const credentials = `Basic ${Buffer.from(account).toString("base64")}`;
  const headers = { host: target, ...(username && { "proxy-authorization": credentials }) };
  return new Promise((resolve, reject) => {
    const options = { hostname, port: port || 80, method: "CONNECT", path: target, headers };
    const request = httpRequest({ ...options, agent: false, signal });
    request.on("connect", ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      return reject(new Error(`the proxy answered ${statusCode}`));
    });
    request.on("error", reject);
    request.end();
  });
}
