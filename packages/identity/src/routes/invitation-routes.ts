import { recordSecurityEvent, type SessionRow } from "@trovella/db/identity";
import { AppError } from "@trovella/foundation";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { notOpen } from "../membership/invitation-rules.ts";
import {
  acceptInvitation as accept,
  findOpenInvitation,
  INVITATION_PATH,
} from "../membership/invitations.ts";
import { setActiveOrganization } from "../membership/organizations.ts";
import { invitationPage } from "../pages/invitation-page.ts";
import { messagePage, type Problem } from "../pages/page.ts";
import { cookiePrefix } from "../sign-in/better-auth-options.ts";
import { readFields } from "./read-form.ts";
import { recordSignIn } from "./record-sign-in.ts";
import { isRateLimited, type RouteContext, seeOther, TOO_MANY_ATTEMPTS } from "./route-context.ts";
import { showProblems } from "./show-problems.ts";
import { addressBuckets } from "./sign-in-limits.ts";

const COOKIE_SECONDS = 30 * 60;

/**
 * The token of a link is exchanged for a short-lived cookie at once, so that it stays in neither the browser's history
 * nor the Referer of a further request.
 */
export async function showInvitation(context: RouteContext): Promise<Response> {
  const { settings } = context.var;
  const linked = context.req.query("token");
  if (linked !== undefined) {
    setCookie(context, cookieName(context), linked.slice(0, MAX_TOKEN_LENGTH), cookie(context));
    return seeOther(context, `${settings.origin}${INVITATION_PATH}`);
  }
  const invitation = await findOpenInvitation(settings, tokenOf(context));
  if (!invitation) return noInvitation(context);
  const userEmail = (await context.var.session())?.userEmail ?? null;
  return invitationPage(context, { invitation, userEmail });
}

/** As the signed-in user, or with a new account that is signed in then. */
export async function acceptInvitation(context: RouteContext): Promise<Response> {
  const { settings, signIn } = context.var;
  const field = await readFields(context.req.raw);
  const token = tokenOf(context);
  const invitation = await findOpenInvitation(settings, token);
  if (!invitation) return noInvitation(context);
  const session = await context.var.session();
  const userEmail = session?.userEmail ?? null;
  const page = (shown: Problem) => invitationPage(context, { invitation, userEmail, ...shown });
  if (await isRateLimited(context, addressBuckets("sign-in", context.env.address)))
    return page({ problem: TOO_MANY_ATTEMPTS, status: 429 });

  return showProblems(async () => {
    if (field("as") === "member") return joinSignedIn(context, token, session);
    const [name, password] = [field("name"), field("password")];
    await accept(settings, { token, as: { name, password } });
    const credentials = { email: invitation.email, password };
    const cookies = await signIn.withPassword(context.req.raw.headers, credentials);
    deleteCookie(context, cookieName(context), cookie(context));
    await recordSignIn(context, cookies ?? []);
    return seeOther(context, `${settings.origin}/`, cookies ?? []);
  }, page);
}

async function joinSignedIn(
  context: RouteContext,
  token: string,
  session: SessionRow | null,
): Promise<Response> {
  if (!session) throw new AppError("FORBIDDEN", "You are not signed in. Next: sign in first.");
  const { settings } = context.var;
  const { userId, sessionId } = session;
  const { organizationId } = await accept(settings, { token, as: { userId } });
  await setActiveOrganization(settings, { sessionId, userId, organizationId });
  deleteCookie(context, cookieName(context), cookie(context));
  return seeOther(context, `${settings.origin}/`);
}

const MAX_TOKEN_LENGTH = 200;

function tokenOf(context: RouteContext): string {
  return getCookie(context, cookieName(context)) ?? "";
}

function cookieName({ var: { settings } }: RouteContext): string {
  return `${cookiePrefix(settings)}.invitation`;
}

function cookie({ var: { settings } }: RouteContext) {
  const { isSecure: secure } = settings;
  const maxAge = COOKIE_SECONDS;
  return { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge } as const;
}

async function noInvitation(context: RouteContext): Promise<Response> {
  if (tokenOf(context) !== "") {
    const subject = { kind: "invitation", id: null, label: null } as const;
    const refused = { kind: "credential_refused", organizationId: null, subject } as const;
    await recordSecurityEvent(context.var.settings.database, refused);
  }
  const { message } = notOpen();
  return messagePage(context, { title: "Invitation not found", message, status: 404 });
}
