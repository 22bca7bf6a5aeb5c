import { findSession, type SessionRow } from "@trovella/db/identity";
import { AppError } from "@trovella/foundation";
import type { AccountContext } from "./account-routes.ts";
import {
  createOrganization,
  listOrganizations,
  setActiveOrganization,
} from "./membership/organizations.ts";
import { organizationPage } from "./pages/organization-page.ts";
import { localPath, type Parameters, readForm } from "./requests.ts";
import { redirectResponse } from "./responses.ts";

const ADDRESS = "/api/auth/organization";

export async function showOrganizations(context: AccountContext): Promise<Response> {
  const { settings, url } = context;
  const session = await context.session();
  if (!session) return signInFirst(context);
  const { userId, userEmail, organizationId } = session;
  return organizationPage({
    memberships: await listOrganizations(settings, userId),
    activeOrganizationId: organizationId,
    userEmail,
    returnTo: localPath(url.searchParams.get("return_to"), settings.origin),
  });
}

export async function chooseOrganization(context: AccountContext): Promise<Response> {
  const { settings, request } = context;
  const session = await context.session();
  if (!session) return signInFirst(context);
  const form = await readForm(request);
  const returnTo = localPath(form?.get("return_to"), settings.origin);
  try {
    await goTo(context, session, form);
    return redirectResponse(settings.origin + returnTo);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return organizationPage({
      memberships: await listOrganizations(settings, session.userId),
      activeOrganizationId: session.organizationId,
      userEmail: session.userEmail,
      returnTo,
      name: form?.get("name") ?? "",
      problem: error.message,
      status: 400,
    });
  }
}

async function goTo(
  { settings }: AccountContext,
  { sessionId, userId }: SessionRow,
  form: Parameters | null,
): Promise<void> {
  const isNew = form?.get("as") === "owner";
  const organizationId = isNew
    ? await createOrganization(settings, {
        ownerId: userId,
        name: form?.get("name") ?? "",
        type: "company",
      })
    : (form?.get("organization") ?? "");
  await setActiveOrganization(settings, { sessionId, userId, organizationId });
}

/** Where somebody goes who has just signed in: who has to choose an organization does that first. */
export async function afterSignIn(
  { settings, signIn }: Pick<AccountContext, "settings" | "signIn">,
  { cookies, target }: { readonly cookies: readonly string[]; readonly target: string },
): Promise<Response> {
  const cookie = cookies.map((line) => line.split(";", 1)[0]).join("; ");
  const request = new Request(settings.origin, { headers: { cookie } });
  const tokenHash = signIn.sessionHashOf(request);
  const { database, now } = settings;
  const session = tokenHash && (await findSession(database, { tokenHash, now: now() }));
  return redirectResponse(session ? placeFor(session, target, settings.origin) : target, cookies);
}

/** Our own pages, and programs that ask to be let in, do without an organization. */
export function placeFor(session: SessionRow, target: string, origin: string): string {
  const { pathname, search } = new URL(target);
  if (session.organizationId !== null || pathname.startsWith("/api/auth/")) return target;
  return `${origin}${ADDRESS}?${new URLSearchParams({ return_to: pathname + search })}`;
}

function signInFirst({ settings, url }: AccountContext): Response {
  const returnTo = new URLSearchParams({ return_to: url.pathname + url.search });
  return redirectResponse(`${settings.origin}/api/auth/sign-in?${returnTo}`);
}
