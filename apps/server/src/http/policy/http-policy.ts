import type { Config } from "../../config.ts";
import { isAllowedHost, isLoopback } from "./hosts.ts";

/** Which hosts and origins a server of this configuration accepts. */
export interface HttpPolicy {
  /** The origin of the public URL, if there is one. */
  readonly publicOrigin: string | null;
  /** Origins of MCP clients that run in web pages. */
  readonly webClients: readonly string[];
  isAllowedHost(host: string): boolean;
  isAllowedOrigin(origin: string): boolean;
}

type PolicyVariables = Pick<Config, "HOST" | "TROVELLA_PUBLIC_URL"> &
  Partial<Pick<Config, "TROVELLA_MODE" | "TROVELLA_WEB_CLIENTS">>;

export function httpPolicy(config: PolicyVariables): HttpPolicy {
  const { TROVELLA_MODE: mode, TROVELLA_PUBLIC_URL: publicUrl } = config;
  const publicOrigin = publicUrl ? new URL(publicUrl).origin : null;
  return {
    publicOrigin,
    // Local mode has no tokens, so a page could do everything.
    webClients: mode === "team" ? (config.TROVELLA_WEB_CLIENTS ?? []) : [],
    isAllowedHost: (host) => isAllowedHost(host, config),
    isAllowedOrigin: (origin) => isAllowedOrigin(origin, publicOrigin),
  };
}

/** Whether pages of this origin may call at all: those of the public URL and of this computer. */
function isAllowedOrigin(origin: string, publicOrigin: string | null): boolean {
  return origin === publicOrigin || isLoopbackOrigin(origin);
}

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: parsed } = new URL(origin);
  // An origin has a scheme, a host and a port, and nothing else.
  const isPlain = parsed === origin.toLowerCase() && /^https?:$/.test(protocol);
  return isPlain && isLoopback(hostname.replace(/^\[|\]$/g, ""));
}
