import { Resolver } from "node:dns/promises";
import { type ClientRequest, request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Network, NetworkRequest, NetworkResponse } from "./network.ts";

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
    return { resolve, request: requestFrom, timeoutMs };
  }
  const proxyUrl = new URL(proxy);
  return {
    resolve: async () => null,
    async request(url, { signal, headers, body }) {
      // Only encrypted connections need a tunnel; any other request is made by the proxy.
      if (url.protocol === "http:") return requestByProxy(proxyUrl, url, { signal, headers, body });
      const socket = await openTunnel(proxyUrl, { url, signal });
      const servername = isIP(bareHost(url)) ? "" : url.hostname;
      const createConnection = () => connectTls({ socket, host: bareHost(url), servername });
      // An agent, even a new one, would make its own connection.
      return send(url, { signal, headers, createConnection, agent: undefined }, body);
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
  // DNS need not know it (RFC 6761), and the guard refuses it unless private targets are allowed.
  if (host === "localhost") return ["127.0.0.1"];
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

function requestFrom(
  url: URL,
  { address, signal, headers, body }: NetworkRequest,
): Promise<NetworkResponse> {
  if (address === null) throw new Error("Without a proxy an IP address is needed.");
  const family = address.includes(":") ? 6 : 4;
  const lookup: RequestOptions["lookup"] = (_host, options, callback) =>
    options.all ? callback(null, [{ address, family }]) : callback(null, address, family);
  return send(url, { signal, headers, lookup }, body);
}

function send(
  url: URL,
  { headers, ...options }: RequestOptions,
  body: string | undefined,
): Promise<NetworkResponse> {
  const request = url.protocol === "http:" ? httpRequest : httpsRequest;
  const method = methodOf(body);
  return answerTo(
    request(url, { agent: false, method, headers: { ...headers }, ...options }),
    body,
  );
}

function methodOf(body: string | undefined): "GET" | "POST" {
  return body === undefined ? "GET" : "POST";
}

function requestByProxy(
  proxy: URL,
  url: URL,
  { signal, headers, body }: Omit<NetworkRequest, "address">,
): Promise<NetworkResponse> {
  const { hostname, port } = proxy;
  const options = { hostname, port: port || 80, path: url.href, agent: false, signal };
  const all = { ...headers, host: url.host, ...proxyCredentials(proxy) };
  return answerTo(httpRequest({ ...options, method: methodOf(body), headers: all }), body);
}

function answerTo(request: ClientRequest, body: string | undefined): Promise<NetworkResponse> {
  return new Promise((resolve, reject) => {
    request.on("response", (response) =>
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response }),
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** A connection to the host of the URL through the proxy (CONNECT, RFC 9110). */
function openTunnel(
  proxy: URL,
  { url, signal }: { readonly url: URL; readonly signal: AbortSignal },
): Promise<Socket> {
  const { hostname, port } = proxy;
  const target = `${url.hostname}:${url.port || 443}`;
  const headers = { host: target, ...proxyCredentials(proxy) };
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

function proxyCredentials({ username, password }: URL): Record<string, string> {
  if (!username) return {};
  const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(account).toString("base64")}` };
}

/** Without the brackets of IPv6. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}
