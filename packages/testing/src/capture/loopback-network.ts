import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { Network } from "@trovella/capture/guard";

/** Where names lead unless a test says otherwise: a public address, which the guard accepts. */
export const PUBLIC_ADDRESS = "93.184.216.34";

export interface LoopbackNetwork extends Network {
  /** What the site was asked for, in order, with the address that had been checked. */
  readonly requests: { readonly url: string; readonly address: string | null }[];
  /** Connections that reached the listener on 127.0.0.1. */
  connections(): number;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * A web site on 127.0.0.1 that stands for the whole internet: whatever URL is requested, its host in the header, the request
 * goes there. Names lead to a public address, or to those of `addressesOf`, so that the guard itself stays as it is.
 */
export async function startLoopbackNetwork(
  site: RequestListener,
  addressesOf: (host: string) => readonly string[] = () => [PUBLIC_ADDRESS],
): Promise<LoopbackNetwork> {
  const server: Server = createServer(site);
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const requests: { url: string; address: string | null }[] = [];
  return {
    requests,
    port,
    connections: () => connections,
    timeoutMs: 5_000,
    resolve: async (host) => addressesOf(host),
    async request(url, { address, signal, headers, body }) {
      requests.push({ url: url.href, address });
      const path = url.pathname + url.search;
      const method = body === undefined ? "GET" : "POST";
      const options = { host: "127.0.0.1", port, path, method, agent: false, signal };
      const request = httpRequest({ ...options, headers: { ...headers, host: url.host } });
      request.end(body);
      const [response] = (await once(request, "response")) as [IncomingMessage];
      request.on("error", () => undefined);
      return { status: response.statusCode ?? 0, headers: response.headers, body: response };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
