import { createHmac } from "node:crypto";
import { hasPeople, removeSession, type SessionRow } from "@trovella/db/identity";
import { AppError } from "@trovella/foundation";
import { takeFrom } from "./limits.ts";
import {
  findOpenInvitation,
  acceptInvitation as joinByInvitation,
} from "./membership/invitations.ts";
import { setActiveOrganization } from "./membership/organizations.ts";
import { createOwner } from "./membership/people.ts";
import { afterSignIn, placeFor } from "./organization-routes.ts";
import { departurePage, invitationPage, setupPage, signInPage } from "./pages/account-pages.ts";
import { messagePage } from "./pages/page.ts";
import { localPath, type Parameters, readForm } from "./requests.ts";
import { redirectResponse, withCookies } from "./responses.ts";
import { hashSecret, isSameText } from "./secrets.ts";
import type { Settings } from "./settings.ts";
import type { SignIn } from "./sign-in.ts";

/** What the routes of people work with. */
export interface AccountContext {
  readonly settings: Settings;
  readonly signIn: SignIn;
  readonly request: Request;
  readonly url: URL;
  /** Where the request comes from, for limits. */
  readonly address: string;
  readonly session: () => Promise<SessionRow | null>;
}

const WRONG = "Address and password do not belong together. Next: try again, or ask an owner.";
const PROVIDER_FAILED =
  "The sign-in at your organization did not work. Next: ask for an invitation with the address you use there, or try again.";

export async function showSignIn({ settings, url, session }: AccountContext) {
  if (!(await hasPeople(settings.database)))
    return redirectResponse(`${settings.origin}/api/auth/setup`);
  const returnTo = localPath(url.searchParams.get("return_to"), settings.origin);
  const hasFailed = url.searchParams.get("failed") === "provider";
  const known = hasFailed ? null : await session();
  if (known) return redirectResponse(placeFor(known, settings.origin + returnTo, settings.origin));
  const problem = hasFailed ? PROVIDER_FAILED : null;
  return signInPage({ returnTo, problem, hasProvider: settings.oidc !== undefined });
}

export async function signInWithPassword(context: AccountContext): Promise<Response> {
  const { settings, signIn, request } = context;
  const form = await readForm(request);
  const email = form?.get("email")?.trim().toLowerCase() ?? "";
  const returnTo = localPath(form?.get("return_to"), settings.origin);
  const again = (problem: string, status: number) =>
    signInPage({ returnTo, email, problem, status, hasProvider: settings.oidc !== undefined });

  const wait = await takeFrom(settings.limit, [
    `sign-in:address:${context.address}`,
    `sign-in:account:${hashSecret(email)}`,
  ]);
  if (wait !== null) return tooManyTries(again(TOO_MANY, 429), wait);
  const password = form?.get("password") ?? "";
  const cookies = await signIn.withPassword(request, { email, password });
  if (!cookies) return again(WRONG, 401);
  // The browser forgets the session it had, and so do we.
  const earlier = signIn.sessionHashOf(request);
  if (earlier) await removeSession(settings.database, earlier);
  return afterSignIn(context, { cookies, target: settings.origin + returnTo });
}

export async function signOut({ settings, signIn, request }: AccountContext): Promise<Response> {
  const hash = signIn.sessionHashOf(request);
  if (hash) await removeSession(settings.database, hash);
  return redirectResponse(`${settings.origin}/api/auth/sign-in`, [signIn.emptyCookie()]);
}

export async function signInAtProvider(context: AccountContext): Promise<Response> {
  const { settings, signIn, request, address } = context;
  if (!settings.oidc) return notFound();
  const form = await readForm(request);
  const returnTo = localPath(form?.get("return_to"), settings.origin);
  const wait = await takeFrom(settings.limit, [`sign-in:address:${address}`]);
  const again = (problem: string, status: number) =>
    signInPage({ returnTo, problem, status, hasProvider: true });
  if (wait !== null) return tooManyTries(again(TOO_MANY, 429), wait);
  const provider = await signIn.atProvider(request, { returnTo });
  if (!provider) return again("Your organization's sign-in does not answer. Next: try later.", 503);
  return withCookies(departurePage(provider.address), provider.cookies);
}

export async function comeBackFromProvider(context: AccountContext): Promise<Response> {
  const { settings, signIn, request } = context;
  if (!settings.oidc) return notFound();
  const answer = await signIn.backFromProvider(request);
  const location = answer.headers.get("location") ?? "";
  const isOurs = location.startsWith(`${settings.origin}/`);
  const target = isOurs ? location : `${settings.origin}/api/auth/sign-in?failed=provider`;
  return afterSignIn(context, { cookies: answer.headers.getSetCookie(), target });
}

/** Only who runs the server can read it; without it the first stranger could become the owner. */
export function setupCodeOf({ keys }: Settings): string {
  return createHmac("sha256", keys.setup).update("first owner").digest("hex").slice(0, 20);
}

export async function showSetup({ settings }: AccountContext): Promise<Response> {
  return (await hasPeople(settings.database)) ? notFound() : setupPage({});
}

export async function setUp(context: AccountContext): Promise<Response> {
  const { settings, request, address } = context;
  if (await hasPeople(settings.database)) return notFound();
  const form = await readForm(request);
  const wait = await takeFrom(settings.limit, [`sign-in:address:${address}`]);
  if (wait !== null) return tooManyTries(setupPage({ problem: TOO_MANY, status: 429 }), wait);
  if (!isSameText(form?.get("code")?.trim() ?? "", setupCodeOf(settings))) {
    const problem = "The setup code is wrong. Next: copy it from the log of the server.";
    return setupPage({ problem, status: 403 });
  }
  const owner = {
    name: form?.get("name") ?? "",
    email: form?.get("email") ?? "",
    password: form?.get("password") ?? "",
    organizationName: form?.get("organization") ?? "",
  };
  return orProblem(
    async () => {
      await createOwner(settings, owner);
      return enter(context, { ...owner, email: owner.email.trim().toLowerCase() });
    },
    (problem, status) => setupPage({ problem, status }),
  );
}

export async function showInvitation(context: AccountContext): Promise<Response> {
  const token = context.url.searchParams.get("token") ?? "";
  const invitation = await findOpenInvitation(context.settings, token);
  if (!invitation) return goneInvitation();
  const userEmail = (await context.session())?.userEmail ?? null;
  return invitationPage({ invitation, token, userEmail });
}

export async function acceptInvitation(context: AccountContext): Promise<Response> {
  const { settings, request, address } = context;
  const form = await readForm(request);
  const token = form?.get("token") ?? "";
  const invitation = await findOpenInvitation(context.settings, token);
  if (!form || !invitation) return goneInvitation();
  const session = await context.session();
  const page = (problem: string, status: number) =>
    invitationPage({ invitation, token, userEmail: session?.userEmail ?? null, problem, status });
  const wait = await takeFrom(settings.limit, [`sign-in:address:${address}`]);
  if (wait !== null) return tooManyTries(page(TOO_MANY, 429), wait);

  return orProblem(async () => {
    if (form.get("as") === "member") return joinSignedIn(context, token, session);
    const { name, password } = newPerson(form);
    await joinByInvitation(settings, { token, as: { name, password } });
    return enter(context, { email: invitation.email, password });
  }, page);
}

async function joinSignedIn(
  { settings }: AccountContext,
  token: string,
  session: SessionRow | null,
): Promise<Response> {
  if (!session) throw new AppError("FORBIDDEN", "You are not signed in. Next: sign in first.");
  const { userId, sessionId } = session;
  const { organizationId } = await joinByInvitation(settings, { token, as: { userId } });
  await setActiveOrganization(settings, { sessionId, userId, organizationId });
  return redirectResponse(`${settings.origin}/`);
}

function newPerson(form: Parameters): { name: string; password: string } {
  return { name: form.get("name") ?? "", password: form.get("password") ?? "" };
}

async function enter(
  { settings, signIn, request }: AccountContext,
  credentials: { readonly email: string; readonly password: string },
): Promise<Response> {
  const cookies = await signIn.withPassword(request, credentials);
  return redirectResponse(`${settings.origin}/`, cookies ?? []);
}

const STATUSES: Readonly<Record<string, number>> = { FORBIDDEN: 403, NOT_FOUND: 404 };

/** What the person can act on is shown on the page they came from. */
async function orProblem(
  work: () => Promise<Response>,
  page: (problem: string, status: number) => Response,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return page(error.message, STATUSES[error.code] ?? 400);
  }
}

const TOO_MANY = "Too many tries. Next: wait a little, then try again.";

function tooManyTries(page: Response, retryAfterSeconds: number): Response {
  page.headers.set("retry-after", String(Math.ceil(retryAfterSeconds)));
  return page;
}

function goneInvitation(): Response {
  const message = "This invitation was used, revoked or has run out. Next: ask for another one.";
  return messagePage("No invitation", message, 404);
}

function notFound(): Response {
  return messagePage("Nothing here", "There is nothing at this address.", 404);
}
