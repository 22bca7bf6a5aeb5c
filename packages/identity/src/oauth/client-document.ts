import type { OAuthClient } from "@trovella/db/identity";
import { cleanName } from "./client-name.ts";
import { isAllowedRedirectUri } from "./redirect-uris.ts";

const MAX_ID_LENGTH = 500;
const MAX_REDIRECT_URIS = 50;

/** Whether a client id is the URL of a client ID metadata document. */
export function isDocumentUrl(clientId: string): boolean {
  if (clientId.length > MAX_ID_LENGTH || !/^https:\/\/[!-~]+$/.test(clientId)) return false;
  if (!URL.canParse(clientId) || /[#@\\]|\/\.{1,2}(\/|$)|%2e/i.test(clientId)) return false;
  const { href, pathname, hostname, port } = new URL(clientId);
  // In normal form, with a host name instead of an IP address, and not the root of a site.
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname);
  // Other ports would make this server a port scanner.
  return href === clientId && isName && port === "" && pathname !== "/";
}

/** Null when the document is about another client, or about one that is not supported. */
export function readClientDocument(
  clientId: string,
  document: Readonly<Record<string, unknown>>,
): OAuthClient | null {
  const { client_id, client_name, redirect_uris, token_endpoint_auth_method = "none" } = document;
  if (client_id !== clientId || token_endpoint_auth_method !== "none") return null;
  if ("client_secret" in document) return null;
  if (!Array.isArray(redirect_uris) || redirect_uris.length > MAX_REDIRECT_URIS) return null;
  // A client lists the URIs of all its editions; those not allowed here are never redirected to.
  const redirectUris = redirect_uris.filter(isAllowedRedirectUri);
  if (redirectUris.length === 0) return null;
  return { id: clientId, name: cleanName(client_name) ?? new URL(clientId).host, redirectUris };
}
