import type { Invitation } from "@trovella/db/identity";
import type { Context } from "hono";
import { INVITATION_PATH } from "../membership/invitations.ts";
import { html } from "./html.ts";
import { newPasswordField } from "./new-password-field.ts";
import { alertBox, hiddenField, type Problem, renderPage, textField } from "./page.ts";

/** The invited user joins; others sign in first, or create an account for the invited e-mail address. */
export function invitationPage(
  context: Context,
  {
    invitation,
    userEmail,
    problem,
    status,
  }: Problem & {
    readonly invitation: Invitation;
    readonly userEmail: string | null;
  },
): Response {
  const { organizationName, inviterName, email, role } = invitation;
  const choice = userEmail === email ? joinForm() : newcomerForms(userEmail);
  const body = html`${alertBox(problem)}<p>${inviterName} invites ${email} to ${organizationName} as ${role}.</p>
${choice}`;
  return renderPage(context, { title: `Join ${organizationName}`, body, status });
}

function joinForm() {
  return html`<form method="post" action="/api/auth/invitation">
${hiddenField("as", "member")}
<button>Join</button>
</form>`;
}

function newcomerForms(userEmail: string | null) {
  const query = new URLSearchParams({ return_to: INVITATION_PATH });
  return html`${userEmail && html`<p>You are signed in as ${userEmail}.</p>`}
<p><a href="/api/auth/sign-in?${query.toString()}">I have an account: sign in first</a></p>
<form method="post" action="/api/auth/invitation">
${hiddenField("as", "new")}
${textField({ name: "name", label: "Your name", autocomplete: "name" })}
${newPasswordField()}
<button>Create an account and join</button>
</form>`;
}
