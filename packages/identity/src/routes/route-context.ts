import type { SessionRow } from "@trovella/db/identity";
import type { Context } from "hono";
import { takeFrom } from "../limits.ts";
import type { Clients } from "../oauth/clients.ts";
import type { Settings } from "../settings.ts";
import type { SignIn } from "../sign-in/sign-in.ts";

export interface RouteParts {
  readonly settings: Settings;
  readonly signIn: SignIn;
  readonly clients: Clients;
}

export interface RouteEnv {
  Bindings: {
    /** The IP address of the client, for rate limits. */
    readonly address: string;
  };
  Variables: RouteParts & {
    /** The session of the request's cookie; looked up once. */
    readonly session: () => Promise<SessionRow | null>;
  };
}

/** All that a handler works with. */
export type RouteContext = Context<RouteEnv>;

export const TOO_MANY_ATTEMPTS = "Too many attempts. Next: wait a little, then try again.";

/** Counts an attempt in each of the buckets, and sets Retry-After when one of them is empty. */
export async function isRateLimited(
  context: RouteContext,
  keys: readonly string[],
): Promise<boolean> {
  const wait = await takeFrom(context.var.settings.limit, keys);
  if (wait !== null) context.header("retry-after", String(Math.ceil(wait)));
  return wait !== null;
}

/** 303: whatever the method was, the browser follows with GET and without the form. */
export function seeOther(
  context: RouteContext,
  location: string,
  cookies: readonly string[] = [],
): Response {
  setCookies(context, cookies);
  return context.redirect(location, 303);
}

/** Lines of Set-Cookie, as the sign-in library wrote them. */
export function setCookies(context: RouteContext, cookies: readonly string[]): void {
  for (const cookie of cookies) context.header("set-cookie", cookie, { append: true });
}
