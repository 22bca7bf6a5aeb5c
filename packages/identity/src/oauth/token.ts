import { createHash } from "node:crypto";
import { type Parameters, readForm } from "../routes/requests.ts";
import type { RouteContext } from "../routes/route-context.ts";
import { isSecret } from "../secrets.ts";
import { oauthError } from "./oauth-error.ts";
import { type Exchange, redeemCode, rotateRefreshToken } from "./token-exchange.ts";

/** Exchanges a code, or a refresh token, for tokens. */
export async function exchangeTokens(context: RouteContext): Promise<Response> {
  const { settings } = context.var;
  const form = await readForm(context.req.raw);
  if (!form)
    return oauthError(context, "invalid_request", "A form is needed, with each field once.");
  const clientProblem = await checkClient(context, form);
  if (clientProblem) return clientProblem;
  const resource = form.get("resource");
  if (resource !== undefined && !settings.resources.includes(resource))
    return oauthError(context, "invalid_target", `resource must be ${settings.resource}.`);

  switch (form.get("grant_type")) {
    case "authorization_code":
      return exchangeCode(context, form);
    case "refresh_token":
      return exchangeRefreshToken(context, form);
    case undefined:
      return oauthError(context, "invalid_request", "grant_type is missing.");
    default:
      return oauthError(
        context,
        "unsupported_grant_type",
        "grant_type can be authorization_code or refresh_token.",
      );
  }
}

/** Clients are public: one that sends a secret was configured for another server. */
export async function checkClient(
  context: RouteContext,
  form: Parameters,
): Promise<Response | null> {
  if (context.req.header("authorization") !== undefined || form.has("client_secret"))
    return invalidClient(context, "Clients have no secret here.");
  const clientId = form.get("client_id");
  if (!clientId) return oauthError(context, "invalid_request", "client_id is missing.");
  if (await context.var.clients.isKnown(clientId)) return null;
  return invalidClient(context, "This client is not known. Register it again.");
}

/** HTTP has no 401 without a challenge. */
function invalidClient(context: RouteContext, description: string): Response {
  context.header("www-authenticate", 'Basic realm="trovella"');
  return oauthError(context, "invalid_client", description, 401);
}

async function exchangeCode(context: RouteContext, form: Parameters): Promise<Response> {
  const { settings } = context.var;
  const [code, redirectUri, verifier] = ["code", "redirect_uri", "code_verifier"].map((name) =>
    form.get(name),
  );
  if (code === undefined || redirectUri === undefined || verifier === undefined) {
    const description = "code, redirect_uri and code_verifier are needed.";
    return oauthError(context, "invalid_request", description);
  }
  if (!isSecret("code", code) || !/^[\w.~-]{43,128}$/.test(verifier)) return invalidGrant(context);

  const now = settings.now();
  const request = {
    code,
    clientId: form.get("client_id"),
    resource: settings.resource,
    redirectUri,
    challenge: createHash("sha256").update(verifier).digest("base64url"),
  };
  return tokenResponse(context, await redeemCode(settings, request, now), now);
}

async function exchangeRefreshToken(context: RouteContext, form: Parameters): Promise<Response> {
  const { settings } = context.var;
  const refreshToken = form.get("refresh_token");
  if (refreshToken === undefined)
    return oauthError(context, "invalid_request", "refresh_token is missing.");
  if (!isSecret("refresh", refreshToken)) return invalidGrant(context);

  const now = settings.now();
  const request = {
    refreshToken,
    clientId: form.get("client_id"),
    resource: settings.resource,
    scope: form.get("scope"),
  };
  return tokenResponse(context, await rotateRefreshToken(settings, request, now), now);
}

function tokenResponse(context: RouteContext, exchange: Exchange, now: Date): Response {
  if (exchange === "invalid_grant") return invalidGrant(context);
  if (exchange === "invalid_scope")
    return oauthError(context, exchange, "The user did not allow this scope.");
  const { access, refresh, grant, accessExpiresAt } = exchange;
  return context.json({
    access_token: access,
    token_type: "Bearer",
    expires_in: Math.floor((accessExpiresAt.getTime() - now.getTime()) / 1000),
    refresh_token: refresh,
    scope: grant.scopes.join(" "),
  });
}

/** The same for all reasons: unknown, used, expired, revoked, issued to another client. */
function invalidGrant(context: RouteContext): Response {
  const description = "This code or token is not valid (any more). Ask the user to sign in again.";
  return oauthError(context, "invalid_grant", description);
}
