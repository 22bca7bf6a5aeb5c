import { API_PATH, type ApiServices, handleApiRequest } from "@trovella/api";
import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Door } from "./authentication/authentication.ts";
import { isLoopback } from "./policy/hosts.ts";

export interface ApiOptions extends Pick<Door, "callerOf"> {
  readonly services: ApiServices;
}

const MAX_BODY_BYTES = 1024 * 1024;
/**
 * Which organization the page believes to be in. It chooses nothing: a window that missed a switch in another one must
 * not change there what it shows from here.
 */
const ORGANIZATION_HEADER = "trovella-organization";

/** The console's API: `/api/trpc/<procedure>`. */
export function addApi(app: Hono, { services, callerOf }: ApiOptions): void {
  const limit = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: (context) =>
      context.json({ error: "LIMIT_EXCEEDED", message: "The request is too large." }, 413),
  });
  app.all(`${API_PATH}/*`, limit, async (context) => {
    if (context.req.method === "POST" && !isOwnPage(context.req.raw)) {
      const message = "Changes are accepted only from this server's own pages.";
      return context.json({ error: "FORBIDDEN", message }, 403);
    }
    const caller = await callerOf(context.req.raw);
    const expected = context.req.header(ORGANIZATION_HEADER);
    if (expected !== undefined && expected !== caller.tenant.organizationId) {
      const message = "This window shows another organization. Next: reload it.";
      return context.json({ error: "ORGANIZATION_CHANGED", message }, 409);
    }
    return handleApiRequest(context.req.raw, { services, caller });
  });
}

/**
 * Another program's page on this computer may read nothing, since no answer allows it, but its requests
 * would still be carried out. Which origins are known at all was checked before.
 */
function isOwnPage({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = headers.get("origin");
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  const { host, hostname } = new URL(origin);
  return host === headers.get("host") || !isLoopback(hostname.replace(/^\[|\]$/g, ""));
}
