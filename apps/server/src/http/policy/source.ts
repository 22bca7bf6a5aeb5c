import type { IncomingMessage } from "node:http";
import { HttpRefusal, REFUSED } from "@trovella/mcp";
import type { MiddlewareHandler } from "hono";
import type { HttpPolicy } from "./http-policy.ts";

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
      const message = "This server answers only as localhost, 127.0.0.1 or [::1].";
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
