import { MCP_PATHS } from "@trovella/foundation";
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { OAUTH_PATHS, resourceMetadata, serverMetadata } from "../oauth/metadata.ts";
import { register } from "../oauth/register.ts";
import { revoke } from "../oauth/revoke.ts";
import { exchangeTokens } from "../oauth/token.ts";
import { rateLimit } from "./rate-limit.ts";
import type { RouteParts } from "./route-context.ts";
import { createRouter, type Router, refuseOtherMethods } from "./router.ts";

/**
 * CORS: OAuth clients in pages of any origin call these. Without "credentials" browsers neither send cookies nor show
 * responses to requests that carried some.
 */
const ANY_ORIGIN = cors({
  origin: "*",
  allowMethods: ["GET", "POST"],
  allowHeaders: ["Authorization", "Content-Type", "MCP-Protocol-Version"],
  exposeHeaders: ["Retry-After", "WWW-Authenticate"],
  maxAge: 600,
});

const crossOriginResource: MiddlewareHandler = async (context, next) => {
  await next();
  context.header("cross-origin-resource-policy", "cross-origin");
};

/** The endpoints of OAuth clients: no cookie counts here. */
export function createClientRoutes(parts: RouteParts): Router {
  const app = createRouter(parts);
  app.use(crossOriginResource, ANY_ORIGIN);
  app.get("/.well-known/oauth-authorization-server", serverMetadata);
  app.get("/.well-known/openid-configuration", serverMetadata);
  app.get("/.well-known/oauth-protected-resource", resourceMetadata(MCP_PATHS[0]));
  for (const path of MCP_PATHS) {
    app.get(`/.well-known/oauth-protected-resource${path}`, resourceMetadata(path));
  }
  app.post(OAUTH_PATHS.token, rateLimit("oauth"), exchangeTokens);
  app.post(OAUTH_PATHS.revoke, rateLimit("oauth"), revoke);
  app.post(OAUTH_PATHS.register, rateLimit("oauth-register"), register);
  refuseOtherMethods(app);
  return app;
}
