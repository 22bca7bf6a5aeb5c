import type { Invitation } from "@trovella/db/identity";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../passwords.ts";
import { alertBox, escapeHtml, hiddenField, renderPage, textField } from "./page.ts";

/** The fields for a password that is yet to be chosen. */
const NEW_PASSWORD = textField({
  name: "password",
  label: "Password",
  type: "password",
  autocomplete: "new-password",
  hint: `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters; a few words make a good one.`,
  minLength: MIN_PASSWORD_LENGTH,
});

export function signInPage({
  returnTo,
  email = "",
  problem = null,
  hasProvider,
  status,
}: {
  readonly returnTo: string;
  readonly email?: string;
  readonly problem?: string | null;
  readonly hasProvider: boolean;
  readonly status?: number;
}): Response {
  const provider = hasProvider
    ? `<form method="post" action="/api/auth/oidc">
${hiddenField("return_to", returnTo)}
<button class="quiet">Sign in with your organization</button>
</form>`
    : "";
  const body = `${alertBox(problem)}<form method="post" action="/api/auth/sign-in">
${hiddenField("return_to", returnTo)}
${textField({ name: "email", label: "E-mail address", type: "email", autocomplete: "username", value: email })}
${textField({ name: "password", label: "Password", type: "password", autocomplete: "current-password" })}
<button>Sign in</button>
</form>
${provider}`;
  return renderPage({ title: "Sign in", body, status });
}

/** Leads to a provider outside without a form, whose policy would have to name it. */
export function departurePage(address: string): Response {
  const body = `<p><a href="${escapeHtml(address)}">Continue to sign in</a></p>`;
  return renderPage({ title: "One moment", body, goTo: address });
}

export function setupPage({
  problem = null,
  status,
}: {
  readonly problem?: string | null;
  readonly status?: number;
}): Response {
  const body = `${alertBox(problem)}<p>This server has no people yet. The first becomes its owner.</p>
<form method="post" action="/api/auth/setup">
${textField({ name: "code", label: "Setup code", autocomplete: "off", hint: "The server wrote it into its log when it started." })}
${textField({ name: "name", label: "Your name", autocomplete: "name" })}
${textField({ name: "email", label: "E-mail address", type: "email", autocomplete: "username" })}
${NEW_PASSWORD}
${textField({ name: "organization", label: "Name of your organization", autocomplete: "organization" })}
<button>Create the owner</button>
</form>`;
  return renderPage({ title: "Set up Trovella", body, status });
}

/** Whoever is signed in joins; others sign in, or make an account of the address that was invited. */
export function invitationPage({
  invitation,
  token,
  userEmail,
  problem = null,
  status,
}: {
  readonly invitation: Invitation;
  readonly token: string;
  readonly userEmail: string | null;
  readonly problem?: string | null;
  readonly status?: number;
}): Response {
  const { organizationName, inviterName, email, role } = invitation;
  const intro = `${alertBox(problem)}<p>${escapeHtml(inviterName)} invites ${escapeHtml(email)} to ${escapeHtml(organizationName)} as ${role}.</p>`;
  const returnTo = `/api/auth/invitation?token=${token}`;
  const signIn = `<p><a href="/api/auth/sign-in?${escapeHtml(new URLSearchParams({ return_to: returnTo }).toString())}">I have an account: sign in first</a></p>`;
  const join = `<form method="post" action="/api/auth/invitation">
${hiddenField("token", token)}${hiddenField("as", "member")}
<button>Join</button>
</form>`;
  const create = `<form method="post" action="/api/auth/invitation">
${hiddenField("token", token)}${hiddenField("as", "new")}
${textField({ name: "name", label: "Your name", autocomplete: "name" })}
${NEW_PASSWORD}
<button>Create an account and join</button>
</form>`;
  const choice =
    userEmail === email
      ? join
      : `${userEmail ? `<p>You are signed in as ${escapeHtml(userEmail)}.</p>` : ""}${signIn}${create}`;
  return renderPage({ title: `Join ${organizationName}`, body: intro + choice, status });
}
