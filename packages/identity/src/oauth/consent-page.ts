import type { Membership } from "@trovella/db/identity";
import { escapeHtml, hiddenField, renderPage } from "../pages/page.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { isDocumentAddress } from "./client-document.ts";
import { OAUTH_PATHS } from "./metadata.ts";
import { describeRedirect, formTargetOf } from "./redirect-uris.ts";
import { SCOPE_MEANINGS } from "./scopes.ts";

/** Asks a person whether a program may act for them, and in which of their organizations. */
export function consentPage({
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
}): Response {
  const name = escapeHtml(request.clientName);
  const { host, isOnThisComputer } = describeRedirect(request.redirectUri);
  const origin = isDocumentAddress(request.clientId)
    ? `<dt>Described at</dt><dd>${escapeHtml(new URL(request.clientId).host)}</dd>`
    : "";
  const warning = isOnThisComputer
    ? `<p class="notice">The answer goes to a program on this computer. Continue only if you have just started it yourself.</p>`
    : "";
  const permissions = request.scopes
    .map((scope) => `<li>${escapeHtml(SCOPE_MEANINGS[scope])}</li>`)
    .join("");
  const body = `<p>You are signed in as ${escapeHtml(userEmail)}. The program chose its name itself.</p>
<dl><dt>Program</dt><dd>${name}</dd><dt>Answer goes to</dt><dd>${escapeHtml(host)}</dd>${origin}</dl>
${warning}<p id="permissions">It will be able to, as far as your role allows:</p>
<ul aria-labelledby="permissions">${permissions}</ul>
<form method="post" action="${OAUTH_PATHS.consent}">
${hiddenField("request", sealed)}
<label for="organization">Organization</label>
<select id="organization" name="organization" required>${options(memberships, activeOrganizationId)}</select>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="quiet" formnovalidate>Deny</button>
</form>`;
  return renderPage({
    title: `Allow ${request.clientName} to use Trovella?`,
    body,
    formTarget: formTargetOf(request.redirectUri),
  });
}

/** With several organizations none is chosen beforehand, except the one that the person works in. */
function options(memberships: readonly Membership[], active: string | null): string {
  const chosen = memberships.length === 1 ? memberships[0]?.organizationId : active;
  const isAnyChosen = memberships.some(({ organizationId }) => organizationId === chosen);
  const list = memberships.map(
    ({ organizationId, organizationName, role }) =>
      `<option value="${escapeHtml(organizationId)}"${organizationId === chosen ? " selected" : ""}>${escapeHtml(organizationName)} (${role})</option>`,
  );
  return [...(isAnyChosen ? [] : ['<option value="">Choose one</option>']), ...list].join("");
}
