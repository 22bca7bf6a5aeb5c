import { isIP } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/** Names that lead into a private network by definition (RFC 6761, 6762, 8375, and ICANN's private-use domain). */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Why a URL is not requested, before its name is resolved; null when nothing is wrong. The URL parser has already turned
 * every spelling of an IPv4 address (decimal, octal, hexadecimal, full width) into the usual one.
 */
export function targetProblem(
  { protocol, hostname, port, username, password }: URL,
  { allowHttp, allowPrivate = false }: { allowHttp: boolean; allowPrivate?: boolean | undefined },
): string | null {
  if (protocol !== "https:" && !(allowHttp && protocol === "http:")) return "its scheme";
  if (username !== "" || password !== "") return "its credentials";
  if (allowPrivate) return null;
  // Other ports would make this server a port scanner.
  if (port !== "") return "its port";
  return isPrivateHost(hostname) ? NOT_PUBLIC : null;
}

/** Whether the host is in a private network by its name or its address, as far as can be said without resolving it. */
export function isPrivateHost(hostname: string): boolean {
  const address = literalOf(hostname);
  if (address !== null) return !isPublicAddress(address);
  const name = hostname.replace(/\.$/, "");
  return !name.includes(".") || PRIVATE_NAMES.test(name);
}

export const NOT_PUBLIC = "its host has no public IP address";

/** The IP address that stands in the place of a name. */
export function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) ? bare : null;
}
