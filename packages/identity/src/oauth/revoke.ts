import { deleteOauthToken, endGrant, withGrant } from "@trovella/db/identity";
import { readForm } from "../routes/requests.ts";
import type { RouteContext } from "../routes/route-context.ts";
import { hashSecret, isSecret } from "../secrets.ts";
import { oauthError } from "./oauth-error.ts";
import { checkClient } from "./token.ts";

/** Token revocation (RFC 7009), for which a token that is not valid is no error. */
export async function revoke(context: RouteContext): Promise<Response> {
  const form = await readForm(context.req.raw);
  const token = form?.get("token");
  if (!form || token === undefined) {
    const description = "A form with a token is needed, each field once.";
    return oauthError(context, "invalid_request", description);
  }
  const clientProblem = await checkClient(context, form);
  if (clientProblem) return clientProblem;

  const kind = (["access", "refresh"] as const).find((candidate) => isSecret(candidate, token));
  if (!kind) return context.json({});
  const { database, now } = context.var.settings;
  const hash = hashSecret(token);
  const isForeign = await withGrant(
    database,
    { by: kind, value: hash },
    async (transaction, grant) => {
      if (grant.clientId !== form.get("client_id")) return true;
      // A refresh token, even a replaced one, takes its whole grant along; an access token only itself.
      if (kind === "refresh") await endGrant(transaction, { grantId: grant.id, now: now() });
      else await deleteOauthToken(transaction, hash);
      return false;
    },
  );
  if (!isForeign) return context.json({});
  return oauthError(context, "invalid_grant", "This token was issued to another client.");
}
