import type { OAuthClient } from "@trovella/db/identity";
import { cleanName } from "./client-name.ts";
import { fetchDocument, type Network } from "./fetch-document.ts";
import { isAllowedRedirectUri } from "./redirect-uris.ts";

const MAX_ID_LENGTH = 500;
const MAX_REDIRECT_URIS = 20;
const CACHE_MS = 5 * 60 * 1000;
const MAX_CACHED = 200;

/** Whether a client id is the URL of a client ID metadata document. */
export function isDocumentUrl(clientId: string): boolean {
  if (clientId.length > MAX_ID_LENGTH || !/^https:\/\/[!-~]+$/.test(clientId)) return false;
  if (!URL.canParse(clientId) || /[#@\\]|\/\.{1,2}(\/|$)|%2e/i.test(clientId)) return false;
  const { href, pathname, hostname } = new URL(clientId);
  // In normal form, with a host name instead of an IP address, and not the root of a site.
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(hostname);
  return href === clientId && isName && pathname !== "/";
}

/** Clients by their metadata documents, with a cache. */
export function createDocumentClients(network: Network, now: () => Date) {
  const cache = new Map<string, { readonly client: OAuthClient; readonly until: number }>();
  return {
    async find(clientId: string): Promise<OAuthClient | null> {
      const nowMs = now().getTime();
      const cached = cache.get(clientId);
      if (cached && cached.until > nowMs) return cached.client;
      cache.delete(clientId);
      const document = await fetchDocument(network, new URL(clientId));
      const client = document && readClientDocument(clientId, document);
      if (!client) return null;
      const [oldest] = cache.keys();
      if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest);
      cache.set(clientId, { client, until: nowMs + CACHE_MS });
      return client;
    },
  };
}

/** Null when the document is about another client, or about one that is not supported. */
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
