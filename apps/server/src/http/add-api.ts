import { API_PATH, type ApiServices, handleApiRequest } from "@trovella/api";
import type { Caller } from "@trovella/research";
import type { Env, Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type Authentication, MAX_API_BODY_BYTES } from "./authentication/authentication.ts";
import { compressReply } from "./compress-reply.ts";
import { isSameOriginOrProgram } from "./policy/same-origin.ts";

export interface ApiOptions extends Pick<Authentication, "callerOf"> {
  readonly publicOrigin: string | null;
  readonly services: ApiServices;
}

interface WithCaller extends Env {
  Variables: { caller: Caller };
}

/**
 * The organization that the page shows. It selects nothing: it only stops a tab from changing data after the user has
 * switched organizations in another tab.
 */
const ORGANIZATION_HEADER = "trovella-organization";

/** The console's API: `/api/trpc/<procedure>`. Authentication comes before the body limit, which may read the body. */
export function addApi(app: Hono, { services, callerOf, publicOrigin }: ApiOptions): void {
  const limit = bodyLimit({
    maxSize: MAX_API_BODY_BYTES,
    onError: (context) =>
      context.json({ error: "LIMIT_EXCEEDED", message: "The request is too large." }, 413),
  });
  const authenticate: MiddlewareHandler<WithCaller> = async (context, next) => {
    if (context.req.method === "POST" && !isSameOriginOrProgram(context.req.raw, publicOrigin)) {
      const message = "Changes are accepted only from this server's own pages.";
      return context.json({ error: "FORBIDDEN", message }, 403);
    }
    const caller = await callerOf(context.req.raw);
    const expected = context.req.header(ORGANIZATION_HEADER);
    if (expected !== undefined && expected !== caller.tenant.organizationId) {
      const message = "This window shows another organization. Next: reload it.";
      return context.json({ error: "ORGANIZATION_CHANGED", message }, 409);
    }
    context.set("caller", caller);
    return next();
  };
  app.all(`${API_PATH}/*`, authenticate, limit, async ({ req, get }) => {
    const response = await handleApiRequest(req.raw, { services, caller: get("caller") });
    return compressReply(req.raw, response);
  });
}
