import { isLoopback } from "./hosts.ts";

/** Whether pages of this origin may call at all: those of the public URL and of this computer. */
export function isAllowedOrigin(origin: string, publicOrigin: string | null): boolean {
  return origin === publicOrigin || isLoopbackOrigin(origin);
}

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: parsed } = new URL(origin);
  // An origin has a scheme, a host and a port, and nothing else.
  const isPlain = parsed === origin.toLowerCase() && /^https?:$/.test(protocol);
  return isPlain && isLoopback(hostname.replace(/^\[|\]$/g, ""));
}
