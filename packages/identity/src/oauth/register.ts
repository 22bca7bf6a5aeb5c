import { saveOAuthClient } from "@trovella/db/identity";
import { readJson } from "../routes/requests.ts";
import type { RouteContext } from "../routes/route-context.ts";
import { cleanName } from "./client-name.ts";
import { oauthError } from "./oauth-error.ts";
import { isAllowedRedirectUri } from "./redirect-uris.ts";

const MAX_REDIRECT_URIS = 10;
const GRANT_TYPES = ["authorization_code", "refresh_token"];

/** Dynamic client registration (RFC 7591). No client gets a secret, whatever it asks for: PKCE binds its requests. */
export async function register(context: RouteContext): Promise<Response> {
  const metadata = await readJson(context.req.raw);
  if (!metadata) return oauthError(context, "invalid_client_metadata", "A JSON object is needed.");

  const { redirect_uris: redirectUris } = metadata;
  if (!isListOfRedirectUris(redirectUris)) {
    return oauthError(
      context,
      "invalid_redirect_uri",
      `1 to ${MAX_REDIRECT_URIS} redirect_uris are needed: https, http on loopback, or a private-use scheme; without user and fragment.`,
    );
  }
  if (!isSubset(metadata.grant_types, GRANT_TYPES, "authorization_code")) {
    const description = `grant_types can be ${GRANT_TYPES.join(", ")}.`;
    return oauthError(context, "invalid_client_metadata", description);
  }
  if (!isSubset(metadata.response_types, ["code"], "code"))
    return oauthError(context, "invalid_client_metadata", "response_types can be code.");

  const { database, now: clock } = context.var.settings;
  const now = clock();
  const name = cleanName(metadata.client_name) ?? "A program without a name";
  const id = await saveOAuthClient(database, { name, redirectUris, now });
  const client = {
    client_id: id,
    client_id_issued_at: Math.floor(now.getTime() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: GRANT_TYPES,
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  return context.json(client, 201);
}

function isListOfRedirectUris(value: unknown): value is string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_REDIRECT_URIS) return false;
  return value.every(isAllowedRedirectUri);
}

/** Optional; if given, it contains the needed value and no unknown ones. */
function isSubset(given: unknown, known: readonly string[], needed: string): boolean {
  if (given === undefined) return true;
  return (
    Array.isArray(given) && given.includes(needed) && given.every((name) => known.includes(name))
  );
}
