import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * Where a request comes from. Each proxy adds whom it heard it from at the end of X-Forwarded-For; what stands before
 * the entries of our own proxies anyone can have written.
 */
export function clientAddress(
  {
    headers,
    socket,
  }: Pick<IncomingMessage, "headers"> & {
    readonly socket: { readonly remoteAddress?: string | undefined };
  },
  proxies: number,
): string {
  const direct = socket.remoteAddress ?? "unknown";
  if (proxies === 0) return direct;
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  const told = forwarded.map((entry) => entry.trim()).at(-proxies) ?? "";
  return isIP(told) ? told : direct;
}
