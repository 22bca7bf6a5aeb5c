import type { Membership } from "@trovella/db/identity";
import type { Context } from "hono";
import { html, type Markup } from "../pages/html.ts";
import { hiddenField, renderPage } from "../pages/page.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { isDocumentUrl } from "./client-document.ts";
import { OAUTH_PATHS } from "./metadata.ts";
import { describeRedirect, formTargetOf } from "./redirect-uris.ts";
import { SCOPE_MEANINGS } from "./scopes.ts";

/** Asks the user whether a client may act for them, and in which of their organizations. */
export function consentPage(
  context: Context,
  {
    request,
    sealed,
    userEmail,
    memberships,
    activeOrganizationId,
  }: {
    readonly request: AuthorizationRequest;
    readonly sealed: string;
    readonly userEmail: string;
    readonly memberships: readonly Membership[];
    readonly activeOrganizationId: string | null;
  },
): Response {
  const { clientId, clientName, redirectUri, scopes } = request;
  const { host, isOnThisComputer } = describeRedirect(redirectUri);
  const publisher =
    isDocumentUrl(clientId) && html`<dt>Described at</dt><dd>${new URL(clientId).host}</dd>`;
  const warning =
    isOnThisComputer &&
    html`<p class="notice">The answer goes to a program on this computer. Continue only if you have just started it yourself.</p>`;
  const permissions = scopes.map((scope) => html`<li>${SCOPE_MEANINGS[scope]}</li>`);
  const body = html`<p>You are signed in as ${userEmail}. The program chose its name itself.</p>
<dl><dt>Program</dt><dd>${clientName}</dd><dt>Answer goes to</dt><dd>${host}</dd>${publisher}</dl>
${warning}<p id="permissions">It will be able to, as far as your role allows:</p>
<ul aria-labelledby="permissions">${permissions}</ul>
<form method="post" action="${OAUTH_PATHS.consent}">
${hiddenField("request", sealed)}
<label for="organization">Organization</label>
<select id="organization" name="organization" required>${options(memberships, activeOrganizationId)}</select>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="quiet" formnovalidate>Deny</button>
</form>`;
  return renderPage(context, {
    title: `Allow ${clientName} to use Trovella?`,
    body,
    formTarget: formTargetOf(redirectUri),
  });
}

/** With several organizations none is preselected, except the one that the user works in. */
function options(memberships: readonly Membership[], active: string | null): Markup {
  const chosen = memberships.length === 1 ? memberships[0]?.organizationId : active;
  const hasChosen = memberships.some(({ organizationId }) => organizationId === chosen);
  const list = memberships.map(
    ({ organizationId, organizationName, role }) =>
      html`<option value="${organizationId}"${organizationId === chosen && html` selected`}>${organizationName} (${role})</option>`,
  );
  return html`${!hasChosen && html`<option value="">Choose one</option>`}${list}`;
}
