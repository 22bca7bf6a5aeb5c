import type { RequestListener } from "node:http";
import type { Network } from "@trovella/capture/guard";
import {
  type LoopbackNetwork,
  PUBLIC_ADDRESS,
  startLoopbackNetwork,
} from "@trovella/testing/capture/loopback-network";
import type { Detours } from "./addresses.ts";

/** The internet, and what lies behind the guard: whatever is requested from another address than a public one gets there. */
export interface GuardedNetwork extends Network {
  readonly outside: LoopbackNetwork;
  readonly inside: LoopbackNetwork;
  close(): Promise<void>;
}

/** Detours are known once the port of the inside is. */
export async function startGuardedNetwork(
  listener: RequestListener,
  detoursOf: (insidePort: number) => Detours,
): Promise<GuardedNetwork> {
  const inside = await startLoopbackNetwork((_, response) => response.end("inside"));
  const { names, redirects } = detoursOf(inside.port);
  const lookups = new Map<string, number>();
  const addressesOf = (host: string) => {
    const answers = names.get(host);
    const lookup = lookups.get(host) ?? 0;
    lookups.set(host, lookup + 1);
    if (answers) return answers[Math.min(lookup, answers.length - 1)] ?? [];
    return [/\.example$/.test(host) ? PUBLIC_ADDRESS : "127.0.0.1"];
  };
  const outside = await startLoopbackNetwork((request, response) => {
    const location = redirects.get(request.headers.host ?? "");
    if (location === undefined) listener(request, response);
    else response.writeHead(302, { location }).end();
  }, addressesOf);
  return {
    outside,
    inside,
    timeoutMs: outside.timeoutMs,
    resolve: outside.resolve,
    request: (url, request) =>
      (request.address === PUBLIC_ADDRESS ? outside : inside).request(url, request),
    async close() {
      await outside.close();
      await inside.close();
    },
  };
}
