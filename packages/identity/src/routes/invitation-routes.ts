import type { SessionRow } from "@trovella/db/identity";
import { AppError } from "@trovella/foundation";
import { notOpen } from "../membership/invitation-rules.ts";
import { acceptInvitation as accept, findOpenInvitation } from "../membership/invitations.ts";
import { setActiveOrganization } from "../membership/organizations.ts";
import { invitationPage } from "../pages/invitation-page.ts";
import { messagePage, type Problem } from "../pages/page.ts";
import { readFields } from "./requests.ts";
import { isRateLimited, type RouteContext, seeOther, TOO_MANY_ATTEMPTS } from "./route-context.ts";
import { showProblems } from "./show-problems.ts";

export async function showInvitation(context: RouteContext): Promise<Response> {
  const token = context.req.query("token") ?? "";
  const invitation = await findOpenInvitation(context.var.settings, token);
  if (!invitation) return noInvitation(context);
  const userEmail = (await context.var.session())?.userEmail ?? null;
  return invitationPage(context, { invitation, token, userEmail });
}

/** As the signed-in user, or with a new account that is signed in then. */
export async function acceptInvitation(context: RouteContext): Promise<Response> {
  const { settings, signIn } = context.var;
  const field = await readFields(context.req.raw);
  const token = field("token");
  const invitation = await findOpenInvitation(settings, token);
  if (!invitation) return noInvitation(context);
  const session = await context.var.session();
  const userEmail = session?.userEmail ?? null;
  const page = (shown: Problem) =>
    invitationPage(context, { invitation, token, userEmail, ...shown });
  if (await isRateLimited(context, [`sign-in:address:${context.env.address}`]))
    return page({ problem: TOO_MANY_ATTEMPTS, status: 429 });

  return showProblems(async () => {
    if (field("as") === "member") return joinSignedIn(context, token, session);
    const [name, password] = [field("name"), field("password")];
    await accept(settings, { token, as: { name, password } });
    const credentials = { email: invitation.email, password };
    const cookies = await signIn.withPassword(context.req.raw.headers, credentials);
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
  return seeOther(context, `${settings.origin}/`);
}

function noInvitation(context: RouteContext): Response {
  const { message } = notOpen();
  return messagePage(context, { title: "Invitation not found", message, status: 404 });
}
