import { hasPeople, recordForUser, recordSecurityEvent } from "@trovella/db/identity";
import { deleteCookie } from "hono/cookie";
import { normalizedEmail } from "../membership/checked-fields.ts";
import { notFoundPage } from "../pages/page.ts";
import { departurePage, signInPage } from "../pages/sign-in-page.ts";
import { afterSignIn, landingUrl } from "./after-sign-in.ts";
import { localPath, readFields } from "./read-form.ts";
import { recordRefusedSignIn } from "./record-sign-in.ts";
import {
  isRateLimited,
  type RouteContext,
  seeOther,
  setCookies,
  TOO_MANY_ATTEMPTS,
} from "./route-context.ts";
import { addressBuckets, rememberBrowser, signInBuckets } from "./sign-in-limits.ts";

const WRONG = "Wrong e-mail address or password.";
const PROVIDER_FAILED =
  "Signing in with your organization failed. Next: ask for an invitation of the e-mail address you use there, or try again.";
const PROVIDER_UNAVAILABLE =
  "Your organization's sign-in is not responding. Next: try again later.";

export async function showSignIn(context: RouteContext): Promise<Response> {
  const { settings, session } = context.var;
  const { database, origin } = settings;
  if (!(await hasPeople(database))) return seeOther(context, `${origin}/api/auth/setup`);
  const returnTo = localPath(context.req.query("return_to"), origin);
  const hasFailed = context.req.query("failed") === "provider";
  const known = hasFailed ? null : await session();
  if (known) return seeOther(context, landingUrl(known, origin + returnTo));
  return signInPage(context, { returnTo, problem: hasFailed ? PROVIDER_FAILED : null });
}

export async function signInWithPassword(context: RouteContext): Promise<Response> {
  const { settings, signIn } = context.var;
  const field = await readFields(context.req.raw);
  const email = normalizedEmail(field("email"));
  const returnTo = localPath(field("return_to"), settings.origin);
  const again = (problem: string, status: 401 | 429) =>
    signInPage(context, { returnTo, email, problem, status });

  const buckets = signInBuckets(context, email);
  if (await isRateLimited(context, buckets)) return again(TOO_MANY_ATTEMPTS, 429);
  const { headers } = context.req.raw;
  const password = field("password");
  // Addresses that were stored before hosts were normalized are found as they were typed.
  const typed = field("email").trim().toLowerCase();
  const cookies =
    (await signIn.withPassword(headers, { email, password })) ??
    (typed === email ? null : await signIn.withPassword(headers, { email: typed, password }));
  if (!cookies) {
    void recordRefusedSignIn(context, email);
    return again(WRONG, 401);
  }
  for (const bucket of buckets) settings.refund?.(bucket);
  rememberBrowser(context, email);
  // The new cookie replaces that of an earlier session, which would otherwise live on unused.
  await signIn.endSessionIn(headers.get("cookie") ?? "");
  return afterSignIn(context, { cookies, target: settings.origin + returnTo });
}

export async function signOut(context: RouteContext): Promise<Response> {
  const { settings, signIn } = context.var;
  await context.var.session();
  const user = await signIn.endSessionIn(context.req.header("cookie") ?? "");
  if (user) await recordForUser(settings.database, user.userId, { kind: "sign_out", actor: user });
  deleteCookie(context, signIn.cookieName, {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: settings.isSecure,
  });
  return seeOther(context, `${settings.origin}/api/auth/sign-in`);
}

/** At the OpenID Connect provider of the organization. */
export async function startProviderSignIn(context: RouteContext): Promise<Response> {
  const { settings, signIn } = context.var;
  if (!settings.oidc) return notFoundPage(context);
  const field = await readFields(context.req.raw);
  const returnTo = localPath(field("return_to"), settings.origin);
  if (await isRateLimited(context, addressBuckets("sign-in", context.env.address)))
    return signInPage(context, { returnTo, problem: TOO_MANY_ATTEMPTS, status: 429 });
  const provider = await signIn.atProvider(context.req.raw.headers, { returnTo });
  if (!provider)
    return signInPage(context, { returnTo, problem: PROVIDER_UNAVAILABLE, status: 503 });
  setCookies(context, provider.cookies);
  return departurePage(context, provider.url);
}

/** The provider redirects the browser here. */
export async function finishProviderSignIn(context: RouteContext): Promise<Response> {
  const { settings, signIn } = context.var;
  if (!settings.oidc) return notFoundPage(context);
  const { headers } = await signIn.backFromProvider(context.req.raw);
  const location = headers.get("location") ?? "";
  const isOwn = location.startsWith(`${settings.origin}/`);
  if (!isOwn || location.includes("failed=provider")) {
    await recordSecurityEvent(settings.database, {
      kind: "sign_in_refused",
      organizationId: null,
      subject: { kind: "server", id: null, label: "OpenID Connect provider" },
    });
  }
  const target = isOwn ? location : `${settings.origin}/api/auth/sign-in?failed=provider`;
  return afterSignIn(context, { cookies: headers.getSetCookie(), target });
}
