import type { Membership, SessionRow } from "@trovella/db/identity";
import type { Context } from "hono";
import { html, type Markup, nameOf } from "./html.ts";
import { alertBox, hiddenField, type Problem, renderPage, textField } from "./page.ts";

/** Where a user chooses the organization to work in, or creates one. */
export function organizationPage(
  context: Context,
  {
    memberships,
    session: { userEmail, organizationId },
    returnTo,
    canCreate,
    name = "",
    problem,
    status,
  }: Problem & {
    readonly memberships: readonly Membership[];
    readonly session: SessionRow;
    readonly returnTo: string;
    readonly canCreate: boolean;
    readonly name?: string;
  },
): Response {
  const hasAny = memberships.length > 0;
  const introduction = hasAny
    ? html`<p>You are signed in as ${nameOf(userEmail)}. Where do you want to work?</p>`
    : html`<p>You are signed in as ${nameOf(userEmail)}, and do not belong to an organization. Ask for an invitation${canCreate && ", or create one of your own"}.</p>`;
  const choose = html`<form method="post" action="/api/auth/organization">
${hiddenField("return_to", returnTo)}${hiddenField("as", "member")}
${memberships.map((membership) => choiceOf(membership, organizationId))}
</form>`;
  const create = html`${hasAny && html`<h2>Or create another</h2>`}
<form method="post" action="/api/auth/organization">
${hiddenField("return_to", returnTo)}${hiddenField("as", "owner")}
${textField({ name: "name", label: "Name of the organization", autocomplete: "organization", value: name })}
<button${hasAny && html` class="quiet"`}>Create it</button>
</form>`;
  const body = html`${alertBox(problem)}${introduction}${hasAny && choose}${canCreate && create}
<h2>Not you?</h2>
<form method="post" action="/api/auth/sign-out"><button class="quiet">Sign out</button></form>`;
  const title = hasAny ? "Choose an organization" : "No organization yet";
  return renderPage(context, { title, body, status });
}

function choiceOf(
  { organizationId, organizationName, role, isAmbiguous }: Membership,
  activeId: string | null,
): Markup {
  const isActive = organizationId === activeId;
  return html`<button class="quiet choice" name="organization" value="${organizationId}"${isActive && html` aria-current="true"`}>${nameOf(organizationName)} <span>${role}${isActive && ", now"}${isAmbiguous && html` <code>${organizationId}</code>`}</span></button>
`;
}
