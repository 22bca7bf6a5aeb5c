import type { MiddlewareHandler } from "hono";
import { oauthError } from "../oauth/oauth-error.ts";
import { isRateLimited, type RouteEnv } from "./route-context.ts";

/** By the address of the client. */
export function rateLimit(bucket: string): MiddlewareHandler<RouteEnv> {
  return async (context, next) => {
    const keys = [`${bucket}:address:${context.env.address}`];
    if (!(await isRateLimited(context, keys))) return next();
    const description = "Too many requests. Try again later.";
    return oauthError(context, "temporarily_unavailable", description, 429);
  };
}
