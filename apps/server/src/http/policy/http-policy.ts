import type { IncomingMessage } from "node:http";
import { HttpRefusal, REFUSED } from "@trovella/mcp";
import type { MiddlewareHandler } from "hono";
import type { Config } from "../../config.ts";
import { type HostSettings, isAllowedHost, isLoopback, isNamed } from "./hosts.ts";

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
  Partial<Pick<Config, "TROVELLA_MODE" | "TROVELLA_WEB_CLIENTS" | "TROVELLA_HOSTS">>;

export function httpPolicy(config: PolicyVariables): HttpPolicy {
  const { TROVELLA_MODE: mode, TROVELLA_PUBLIC_URL: publicUrl } = config;
  const publicOrigin = publicUrl ? new URL(publicUrl).origin : null;
  return {
    publicOrigin,
    // Local mode has no tokens, so a page could do everything.
    webClients: mode === "team" ? (config.TROVELLA_WEB_CLIENTS ?? []) : [],
    isAllowedHost: (host) => isAllowedHost(host, config),
    isAllowedOrigin: (origin) => origin === publicOrigin || isOwnOrigin(origin, config),
  };
}

type SourceRules = Pick<HttpPolicy, "isAllowedHost" | "isAllowedOrigin">;

/** Host and Origin of an MCP request; null when both are allowed. Programs other than browsers send no Origin. */
export function refuseMcpSource(
  request: IncomingMessage,
  rules: SourceRules & Pick<HttpPolicy, "webClients">,
): HttpRefusal | null {
  const { host, origin } = request.headers;
  if (!host || hasSeveralHosts(request) || !rules.isAllowedHost(host)) {
    return refusal(
      "The Host header does not name this server. Next: call it by the URL it printed when it started.",
    );
  }
  const isAllowed =
    origin === undefined || rules.webClients.includes(origin) || rules.isAllowedOrigin(origin);
  return isAllowed
    ? null
    : refusal(
        "Pages of this origin may not call the server. Next: call it from a program, or from a page it serves itself.",
      );
}

/** Host and Origin of every other request; `isOpenToAll` names the paths with CORS for any origin. */
export function requireAllowedSource(
  rules: SourceRules,
  isOpenToAll: (path: string) => boolean,
): MiddlewareHandler {
  return async (context, next) => {
    const { req } = context;
    if (!rules.isAllowedHost(req.header("host") ?? "")) {
      const message =
        "This server does not answer to this host name. Next: call it by the URL it printed when it started, or list the name in TROVELLA_HOSTS.";
      return context.json({ error: "FORBIDDEN", message }, 403);
    }
    const origin = req.header("origin");
    if (origin !== undefined && !isOpenToAll(req.path) && !rules.isAllowedOrigin(origin)) {
      const message = "This server answers only to its own pages.";
      return context.json({ error: "FORBIDDEN", message }, 403);
    }
    return next();
  };
}

function refusal(message: string): HttpRefusal {
  return new HttpRefusal({ status: 403, code: REFUSED, message });
}

/** Request smuggling: Node reads the first Host header, while a proxy in front may have used another. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** Pages of this computer, and of the names that the operator listed. */
function isOwnOrigin(origin: string, settings: HostSettings): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: parsed } = new URL(origin);
  // An origin has a scheme, a host and a port, and nothing else.
  const isPlain = parsed === origin.toLowerCase() && /^https?:$/.test(protocol);
  const name = hostname.replace(/^\[|\]$/g, "");
  return isPlain && (isLoopback(name) || isNamed(name, settings));
}
