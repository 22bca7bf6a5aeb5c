import type { Invitation } from "@trovella/db/identity";
import type { Context } from "hono";
import { invitationPath } from "../membership/invitations.ts";
import { html } from "./html.ts";
import { newPasswordField } from "./new-password-field.ts";
import { alertBox, hiddenField, type Problem, renderPage, textField } from "./page.ts";

/** The invited user joins; others sign in first, or create an account for the invited e-mail address. */
export function invitationPage(
  context: Context,
  {
    invitation,
    token,
    userEmail,
    problem,
    status,
  }: Problem & {
    readonly invitation: Invitation;
    readonly token: string;
    readonly userEmail: string | null;
  },
): Response {
  const { organizationName, inviterName, email, role } = invitation;
  const choice = userEmail === email ? joinForm(token) : newcomerForms(token, userEmail);
  const body = html`${alertBox(problem)}<p>${inviterName} invites ${email} to ${organizationName} as ${role}.</p>
${choice}`;
  return renderPage(context, { title: `Join ${organizationName}`, body, status });
}

function joinForm(token: string) {
  return html`<form method="post" action="/api/auth/invitation">
${hiddenField("token", token)}${hiddenField("as", "member")}
<button>Join</button>
</form>`;
}

function newcomerForms(token: string, userEmail: string | null) {
  const query = new URLSearchParams({ return_to: invitationPath(token) });
  return html`${userEmail && html`<p>You are signed in as ${userEmail}.</p>`}
<p><a href="/api/auth/sign-in?${query.toString()}">I have an account: sign in first</a></p>
<form method="post" action="/api/auth/invitation">
${hiddenField("token", token)}${hiddenField("as", "new")}
${textField({ name: "name", label: "Your name", autocomplete: "name" })}
${newPasswordField()}
<button>Create an account and join</button>
</form>`;
}
