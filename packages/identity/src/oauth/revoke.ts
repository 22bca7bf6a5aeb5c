import { deleteOauthToken, endGrant, withGrant } from "@trovella/db/identity";
import { readForm } from "../requests.ts";
import { jsonResponse } from "../responses.ts";
import { hashSecret, isSecret } from "../secrets.ts";
import type { Settings } from "../settings.ts";
import type { Clients } from "./clients.ts";
import { oauthError } from "./oauth-error.ts";
import { checkClient } from "./token.ts";

/** Ends a token (RFC 7009); one that is not valid needs no ending, so that is no error. */
export async function revoke(
  settings: Settings,
  clients: Clients,
  request: Request,
): Promise<Response> {
  const form = await readForm(request);
  const token = form?.get("token");
  if (!form || token === undefined)
    return oauthError("invalid_request", "A form with a token is needed, each field once.");
  const clientProblem = await checkClient(clients, request, form);
  if (clientProblem) return clientProblem;

  const kind = (["access", "refresh"] as const).find((candidate) => isSecret(candidate, token));
  if (!kind) return jsonResponse({});
  const [hash, clientId, now] = [hashSecret(token), form.get("client_id"), settings.now()];
  const isForeign = await withGrant(
    settings.database,
    { by: kind, value: hash },
    async (transaction, grant) => {
      if (grant.clientId !== clientId) return true;
      // A refresh token, even a replaced one, takes its whole grant along; an access token only itself.
      if (kind === "refresh") await endGrant(transaction, { grantId: grant.id, now });
      else await deleteOauthToken(transaction, hash);
      return false;
    },
  );
  if (!isForeign) return jsonResponse({});
  return oauthError("invalid_grant", "This token was issued to another client.");
}
