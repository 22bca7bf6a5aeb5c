import type { Membership } from "@trovella/db/identity";
import type { Context } from "hono";
import { html, type Markup } from "../pages/html.ts";
import { hiddenField, renderPage } from "../pages/page.ts";
import type { Fields } from "../routes/read-form.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { isDocumentUrl } from "./client-document.ts";
import { OAUTH_PATHS } from "./metadata.ts";
import { describeRedirect, formTargetOf } from "./redirect-uris.ts";
import { type ClientScope, SCOPE_MEANINGS } from "./scopes.ts";

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
  const body = html`<p>You are signed in as ${userEmail}. The program chose its name itself.</p>
<dl><dt>Program</dt><dd>${clientName}</dd><dt>Answer goes to</dt><dd>${host}</dd>${publisher}</dl>
${warning}<form method="post" action="${OAUTH_PATHS.consent}" class="guarded">
${hiddenField("request", sealed)}
<p id="permissions">It will be able to, as far as your role allows:</p>
<ul aria-labelledby="permissions">${scopes.map(permission)}</ul>
<label for="organization">Organization</label>
<select id="organization" name="organization" required>${options(memberships, activeOrganizationId)}</select>
<button name="decision" value="allow" class="careful">Allow</button>
<button name="decision" value="deny" class="quiet" formnovalidate>Deny</button>
</form>`;
  return renderPage(context, {
    title: `Allow ${clientName} to use Trovella?`,
    body,
    formTarget: formTargetOf(redirectUri),
  });
}

/** What the user left ticked. Reading cannot be unticked: without it nothing else works. */
export function tickedScopes(requested: readonly ClientScope[], field: Fields): ClientScope[] {
  return requested.filter((scope) => scope === "read" || field(fieldOf(scope)) === "on");
}

function permission(scope: ClientScope): Markup {
  const meaning = SCOPE_MEANINGS[scope];
  if (scope === "read") return html`<li>${meaning}</li>`;
  return html`<li><label><input type="checkbox" name="${fieldOf(scope)}" value="on" checked> ${meaning}</label></li>`;
}

/** One field for each: a form with a field twice is refused. */
function fieldOf(scope: ClientScope): string {
  return `scope_${scope}`;
}

/** With several organizations none is preselected, except the one that the user works in. */
function options(memberships: readonly Membership[], active: string | null): Markup {
  const chosen = memberships.length === 1 ? memberships[0]?.organizationId : active;
  const hasChosen = memberships.some(({ organizationId }) => organizationId === chosen);
  const list = memberships.map(
    ({ organizationId, organizationName, role, isAmbiguous }) =>
      html`<option value="${organizationId}"${organizationId === chosen && html` selected`}>${organizationName} (${role}${isAmbiguous && `, ${organizationId}`})</option>`,
  );
  return html`${!hasChosen && html`<option value="">Choose one</option>`}${list}`;
}
