import type { Config } from "../../config.ts";
import { isLoopback, namesLoopback } from "./hosts.ts";

/** Under which names the server answers, and to pages of which origins. */
export function originRules({
  HOST,
  TROVELLA_PUBLIC_URL,
}: Pick<Config, "HOST" | "TROVELLA_PUBLIC_URL">) {
  const publicUrl = TROVELLA_PUBLIC_URL ? new URL(TROVELLA_PUBLIC_URL) : null;
  return {
    /** A page can point a name of its own at 127.0.0.1; behind a public address any name may be a proxy's. */
    isAllowedHost: (host: string) =>
      !isLoopback(HOST) || namesLoopback(host) || host === publicUrl?.host,
    isAllowedOrigin: (origin: string) => origin === publicUrl?.origin || isLoopbackOrigin(origin),
  };
}

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: parsed } = new URL(origin);
  // An origin is nothing but scheme, host and port.
  const isPlain = parsed === origin.toLowerCase() && /^https?:$/.test(protocol);
  return isPlain && isLoopback(hostname.replace(/^\[|\]$/g, ""));
}
