import type { Context } from "hono";
import { html, nameOf } from "../pages/html.ts";
import { renderPage } from "../pages/page.ts";
import type { AuthorizationRefusal } from "./authorization-request.ts";
import { describeRedirect } from "./redirect-uris.ts";

/**
 * Shows an error response instead of redirecting to a client that the user never authorized (RFC 9700, section 4.11.2):
 * anyone can register a client, and this would be an open redirect.
 */
export function refusalPage(
  context: Context,
  { clientName, redirectUri, description }: AuthorizationRefusal,
  location: string,
): Response {
  const { host } = describeRedirect(redirectUri);
  const body = html`<p>${nameOf(clientName)} sent a request that cannot be answered. ${description}</p>
<p>You have not allowed this program before. Return to it only if you know it.</p>
<p><a href="${location}" rel="noreferrer">Return to ${host}</a></p>`;
  return renderPage(context, { title: "This request cannot be completed", body, status: 400 });
}
