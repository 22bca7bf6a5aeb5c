import type { Config } from "../../config.ts";
import { isAllowedHost } from "./hosts.ts";
import { isAllowedOrigin } from "./origins.ts";

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
