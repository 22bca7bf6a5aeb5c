import type { MiddlewareHandler } from "hono";
import { oauthError } from "../oauth/oauth-error.ts";
import { isRateLimited, type RouteEnv } from "./route-context.ts";
import { addressBuckets } from "./sign-in-limits.ts";

/** Each registration inserts a row, whatever address it comes from. */
const EVERYWHERE: Readonly<Record<string, readonly string[]>> = {
  "oauth-register": ["oauth-register:everywhere"],
};

/** By the network of the client. */
export function rateLimit(bucket: string): MiddlewareHandler<RouteEnv> {
  return async (context, next) => {
    const keys = [...addressBuckets(bucket, context.env.address), ...(EVERYWHERE[bucket] ?? [])];
    if (!(await isRateLimited(context, keys))) return next();
    const description = "Too many requests. Try again later.";
    return oauthError(context, "temporarily_unavailable", description, 429);
  };
}
