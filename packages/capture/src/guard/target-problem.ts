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
  { allowHttp }: { readonly allowHttp: boolean },
): string | null {
  if (protocol !== "https:" && !(allowHttp && protocol === "http:")) return "its scheme";
  // Other ports would make this server a port scanner.
  if (port !== "") return "its port";
  if (username !== "" || password !== "") return "its credentials";
  const address = literalOf(hostname);
  if (address !== null) return isPublicAddress(address) ? null : NOT_PUBLIC;
  const name = hostname.replace(/\.$/, "");
  return !name.includes(".") || PRIVATE_NAMES.test(name) ? NOT_PUBLIC : null;
}

export const NOT_PUBLIC = "its host has no public IP address";

/** The IP address that stands in the place of a name. */
export function literalOf(hostname: string): string | null {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) ? bare : null;
}
