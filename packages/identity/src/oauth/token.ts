import { createHash } from "node:crypto";
import { type Parameters, readForm } from "../requests.ts";
import { jsonResponse } from "../responses.ts";
import { isSecret } from "../secrets.ts";
import type { Settings } from "../settings.ts";
import type { Clients } from "./clients.ts";
import { oauthError } from "./oauth-error.ts";
import { type Exchange, redeemCode, rotateRefreshToken } from "./token-exchange.ts";

/** Exchanges a code, or a refresh token, for tokens. */
export async function exchangeTokens(
  settings: Settings,
  clients: Clients,
  request: Request,
): Promise<Response> {
  const form = await readForm(request);
  if (!form) return oauthError("invalid_request", "A form is needed, with each field once.");
  const clientProblem = await checkClient(clients, request, form);
  if (clientProblem) return clientProblem;
  const resource = form.get("resource");
  if (resource !== undefined && !settings.resources.includes(resource))
    return oauthError("invalid_target", `resource must be ${settings.resource}.`);

  switch (form.get("grant_type")) {
    case "authorization_code":
      return exchangeCode(settings, form);
    case "refresh_token":
      return exchangeRefreshToken(settings, form);
    case undefined:
      return oauthError("invalid_request", "grant_type is missing.");
    default:
      return oauthError(
        "unsupported_grant_type",
        "grant_type can be authorization_code or refresh_token.",
      );
  }
}

/** Clients have no secret here; one that shows one takes us for somebody else. */
export async function checkClient(
  clients: Clients,
  request: Request,
  form: Parameters,
): Promise<Response | null> {
  if (request.headers.has("authorization") || form.has("client_secret")) {
    return invalidClient("Clients have no secret here.");
  }
  const clientId = form.get("client_id");
  if (!clientId) return oauthError("invalid_request", "client_id is missing.");
  if (await clients.isKnown(clientId)) return null;
  return invalidClient("This client is not known. Register it again.");
}

/** HTTP has no 401 without a challenge. */
function invalidClient(description: string): Response {
  const response = oauthError("invalid_client", description, 401);
  response.headers.set("www-authenticate", 'Basic realm="trovella"');
  return response;
}

async function exchangeCode(settings: Settings, form: Parameters): Promise<Response> {
  const code = form.get("code") ?? "";
  const verifier = form.get("code_verifier") ?? "";
  if (!form.has("code") || !form.has("redirect_uri") || !form.has("code_verifier"))
    return oauthError("invalid_request", "code, redirect_uri and code_verifier are needed.");
  if (!isSecret("code", code) || !/^[\w.~-]{43,128}$/.test(verifier)) return invalidGrant();

  const now = settings.now();
  const request = {
    code,
    clientId: form.get("client_id"),
    resource: settings.resource,
    redirectUri: form.get("redirect_uri"),
    challenge: createHash("sha256").update(verifier).digest("base64url"),
  };
  return tokenResponse(await redeemCode(settings, request, now), now);
}

async function exchangeRefreshToken(settings: Settings, form: Parameters): Promise<Response> {
  const refreshToken = form.get("refresh_token");
  if (refreshToken === undefined) return oauthError("invalid_request", "refresh_token is missing.");
  if (!isSecret("refresh", refreshToken)) return invalidGrant();

  const now = settings.now();
  const request = {
    refreshToken,
    clientId: form.get("client_id"),
    resource: settings.resource,
    scope: form.get("scope"),
  };
  return tokenResponse(await rotateRefreshToken(settings, request, now), now);
}

function tokenResponse(exchange: Exchange, now: Date): Response {
  if (exchange === "invalid_grant") return invalidGrant();
  if (exchange === "invalid_scope")
    return oauthError("invalid_scope", "The user did not allow this scope.");
  const { access, refresh, grant, accessExpiresAt } = exchange;
  return jsonResponse({
    access_token: access,
    token_type: "Bearer",
    expires_in: Math.floor((accessExpiresAt.getTime() - now.getTime()) / 1000),
    refresh_token: refresh,
    scope: grant.scopes.join(" "),
  });
}

/** One answer for all reasons: unknown, used, run out, revoked, somebody else's. */
function invalidGrant(): Response {
  return oauthError(
    "invalid_grant",
    "This code or token is not valid (any more). Ask the person to sign in again.",
  );
}
