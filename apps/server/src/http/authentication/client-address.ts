import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { plainAddress } from "@trovella/db/identity";

/**
 * The client's IP address. Each proxy appends the address it was called from to X-Forwarded-For; entries before those of
 * our own proxies can be forged.
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
  const direct = plainAddress(socket.remoteAddress ?? "unknown");
  if (proxies === 0) return direct;
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  const claimed = forwarded.map((entry) => entry.trim()).at(-proxies) ?? "";
  return isIP(claimed) ? plainAddress(claimed) : direct;
}
