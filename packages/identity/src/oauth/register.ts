import { saveOAuthClient } from "@trovella/db/identity";
import { readJson } from "../requests.ts";
import { jsonResponse } from "../responses.ts";
import type { Settings } from "../settings.ts";
import { cleanName } from "./client-name.ts";
import { oauthError } from "./oauth-error.ts";
import { isAllowedRedirectUri } from "./redirect-uris.ts";

const MAX_REDIRECT_URIS = 10;
const GRANT_TYPES = ["authorization_code", "refresh_token"];

/** A program makes itself known (RFC 7591). Whatever it asks for, it gets no secret: PKCE binds what it does. */
export async function register(settings: Settings, request: Request): Promise<Response> {
  const metadata = await readJson(request);
  if (!metadata) return oauthError("invalid_client_metadata", "A JSON object is needed.");

  const { redirect_uris: redirectUris } = metadata;
  if (
    !Array.isArray(redirectUris) ||
    redirectUris.length === 0 ||
    redirectUris.length > MAX_REDIRECT_URIS ||
    !redirectUris.every(isAllowedRedirectUri)
  ) {
    return oauthError(
      "invalid_redirect_uri",
      `1 to ${MAX_REDIRECT_URIS} redirect_uris are needed: https, http on loopback, or a scheme of the program's own; without user and fragment.`,
    );
  }
  if (!isSubset(metadata.grant_types, GRANT_TYPES, "authorization_code")) {
    return oauthError("invalid_client_metadata", `grant_types can be ${GRANT_TYPES.join(", ")}.`);
  }
  if (!isSubset(metadata.response_types, ["code"], "code")) {
    return oauthError("invalid_client_metadata", "response_types can be code.");
  }

  const now = settings.now();
  const name = cleanName(metadata.client_name) ?? "A program without a name";
  const id = await saveOAuthClient(settings.database, { name, redirectUris, now });
  return jsonResponse(
    {
      client_id: id,
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: GRANT_TYPES,
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    { status: 201 },
  );
}

/** Left out is fine; given, it names nothing else and the one that is needed. */
function isSubset(given: unknown, known: readonly string[], needed: string): boolean {
  if (given === undefined) return true;
  return (
    Array.isArray(given) && given.includes(needed) && given.every((name) => known.includes(name))
  );
}
