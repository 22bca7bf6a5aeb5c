import type { SessionRow } from "@trovella/db/identity";
import { recordSignIn } from "./record-sign-in.ts";
import { type RouteContext, seeOther } from "./route-context.ts";

/** Sets the cookies of a new session. A user who has to choose an organization does that first. */
export async function afterSignIn(
  context: RouteContext,
  { cookies, target }: { readonly cookies: readonly string[]; readonly target: string },
): Promise<Response> {
  const session = await recordSignIn(context, cookies);
  return seeOther(context, session ? landingUrl(session, target) : target, cookies);
}

/** The pages of identity, and the consent to OAuth clients among them, do without an active organization. */
export function landingUrl(session: Pick<SessionRow, "organizationId">, target: string): string {
  const { origin, pathname, search } = new URL(target);
  if (session.organizationId !== null || pathname.startsWith("/api/auth/")) return target;
  const query = new URLSearchParams({ return_to: pathname + search });
  return `${origin}/api/auth/organization?${query}`;
}

/** Comes back to the URL of the request. */
export function signInFirst(context: RouteContext): Response {
  const { pathname, search } = new URL(context.req.url);
  const query = new URLSearchParams({ return_to: pathname + search });
  return seeOther(context, `${context.var.settings.origin}/api/auth/sign-in?${query}`);
}
