import type { Membership } from "@trovella/db/identity";
import { alertBox, hiddenField, nameHtml, renderPage, textField } from "./page.ts";

/** Where somebody says in which of their organizations they work, or makes one. */
export function organizationPage({
  memberships,
  activeOrganizationId,
  userEmail,
  returnTo,
  name = "",
  problem = null,
  status,
}: {
  readonly memberships: readonly Membership[];
  readonly activeOrganizationId: string | null;
  readonly userEmail: string;
  readonly returnTo: string;
  readonly name?: string;
  readonly problem?: string | null;
  readonly status?: number;
}): Response {
  const hasAny = memberships.length > 0;
  const introduction = hasAny
    ? `<p>You are signed in as ${nameHtml(userEmail)}. Where do you want to work?</p>`
    : `<p>You are signed in as ${nameHtml(userEmail)}, and belong to no organization. Ask for an invitation, or create one of your own.</p>`;
  const choices = memberships.map(
    ({ organizationId, organizationName, role }) =>
      `<button class="quiet choice" name="organization" value="${organizationId}"${organizationId === activeOrganizationId ? ' aria-current="true"' : ""}>${nameHtml(organizationName)} <span>${role}${organizationId === activeOrganizationId ? ", now" : ""}</span></button>`,
  );
  const choose = hasAny
    ? `<form method="post" action="/api/auth/organization">
${hiddenField("return_to", returnTo)}${hiddenField("as", "member")}
${choices.join("\n")}
</form>
<h2>Or create another</h2>`
    : "";
  const body = `${alertBox(problem)}${introduction}${choose}
<form method="post" action="/api/auth/organization">
${hiddenField("return_to", returnTo)}${hiddenField("as", "owner")}
${textField({ name: "name", label: "Name of the organization", autocomplete: "organization", value: name })}
<button${hasAny ? ' class="quiet"' : ""}>Create it</button>
</form>
<h2>Not you?</h2>
<form method="post" action="/api/auth/sign-out"><button class="quiet">Sign out</button></form>`;
  const title = hasAny ? "Choose an organization" : "No organization yet";
  return renderPage({ title, body, status });
}
