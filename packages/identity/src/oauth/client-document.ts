import type { OAuthClient } from "@trovella/db/identity";
import { cleanName } from "./client-name.ts";
import { fetchDocument, type Outside } from "./fetch-document.ts";
import { isAllowedRedirectUri } from "./redirect-uris.ts";

const MAX_ID_LENGTH = 500;
const MAX_REDIRECT_URIS = 20;
const KEPT_MS = 5 * 60 * 1000;
const MAX_KEPT = 200;

/** True for an id that is the address of a document about the client. */
export function isDocumentUrl(clientId: string): boolean {
  if (clientId.length > MAX_ID_LENGTH || !/^https:\/\/[!-~]+$/.test(clientId)) return false;
  if (!URL.canParse(clientId) || /[#@\\]|\/\.{1,2}(\/|$)|%2e/i.test(clientId)) return false;
  const { href, pathname, hostname } = new URL(clientId);
  // Written as it is fetched, at a name that is not a number, and not the root of a site.
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname);
  return href === clientId && isName && pathname !== "/";
}

/** Clients by the documents that they publish about themselves, kept for a few minutes. */
export function createDocumentClients(outside: Outside, now: () => Date) {
  const kept = new Map<string, { readonly client: OAuthClient; readonly until: number }>();
  return {
    async find(clientId: string): Promise<OAuthClient | null> {
      const moment = now().getTime();
      const known = kept.get(clientId);
      if (known && known.until > moment) return known.client;
      kept.delete(clientId);
      const document = await fetchDocument(outside, new URL(clientId));
      const client = document && readClientDocument(clientId, document);
      if (!client) return null;
      const [oldest] = kept.keys();
      if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      kept.set(clientId, { client, until: moment + KEPT_MS });
      return client;
    },
  };
}

/** Null when the document is not about this client, or describes one that we cannot serve. */
export function readClientDocument(
  clientId: string,
  document: Record<string, unknown>,
): OAuthClient | null {
  const { client_id, client_name, redirect_uris, token_endpoint_auth_method = "none" } = document;
  if (client_id !== clientId || token_endpoint_auth_method !== "none") return null;
  if ("client_secret" in document) return null;
  if (!Array.isArray(redirect_uris) || redirect_uris.length > MAX_REDIRECT_URIS) return null;
  const redirectUris = redirect_uris.filter(isAllowedRedirectUri);
  if (redirectUris.length === 0 || redirectUris.length < redirect_uris.length) return null;
  return { id: clientId, name: cleanName(client_name) ?? new URL(clientId).host, redirectUris };
}
