import { isSameOrigin } from "@trovella/foundation";
import type { MiddlewareHandler } from "hono";
import { authorize, decideConsent } from "../oauth/authorize.ts";
import { OAUTH_PATHS } from "../oauth/metadata.ts";
import { messagePage } from "../pages/page.ts";
import { acceptInvitation, showInvitation } from "./invitation-routes.ts";
import { chooseOrganization, showOrganizations } from "./organization-routes.ts";
import { rateLimit } from "./rate-limit.ts";
import type { RouteEnv, RouteParts } from "./route-context.ts";
import { createRouter, type Router, refuseOtherMethods } from "./router.ts";
import { setUp, showSetup } from "./setup-routes.ts";
import {
  finishProviderSignIn,
  showSignIn,
  signInWithPassword,
  signOut,
  startProviderSignIn,
} from "./sign-in-routes.ts";

/** CSRF: state-changing requests must come from this origin. Unlike `hono/csrf`, both headers must agree. */
const requireSameOrigin: MiddlewareHandler<RouteEnv> = async (context, next) => {
  const { origin } = context.var.settings;
  if (context.req.method !== "POST" || isSameOrigin(context.req.raw, origin)) return next();
  const message = "This was not sent from a page of this server. Next: go back and reload.";
  return messagePage(context, { title: "Request refused", message, status: 403 });
};

/** The pages of users, whose session is in a cookie. */
export function createPageRoutes(parts: RouteParts): Router {
  const app = createRouter(parts);
  app.use(requireSameOrigin);
  app.get(OAUTH_PATHS.authorize, rateLimit("oauth"), authorize);
  app.post(OAUTH_PATHS.consent, decideConsent);
  app.get("/api/auth/sign-in", showSignIn).post(signInWithPassword);
  app.post("/api/auth/sign-out", signOut);
  app.post("/api/auth/oidc", startProviderSignIn);
  app.get("/api/auth/callback/oidc", finishProviderSignIn);
  app.get("/api/auth/setup", showSetup).post(setUp);
  app.get("/api/auth/organization", showOrganizations).post(chooseOrganization);
  app.get("/api/auth/invitation", showInvitation).post(acceptInvitation);
  refuseOtherMethods(app);
  return app;
}
